/** Elements without content, which have no end tag. */
export const voidElements = words('area base br col embed hr img input link meta source track wbr');

/** Elements whose content is text as it stands, references and tags included. */
export const rawElements = words('iframe noembed noframes plaintext script style xmp');

/** Elements of the HTML standard, obsolete ones included. */
export const standardElements = words(
  `a abbr acronym address applet area article aside audio b base basefont bdi bdo bgsound big blink blockquote body br
  button canvas caption center cite code col colgroup data datalist dd del details dfn dialog dir div dl dt em embed
  fieldset figcaption figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe img
  input ins kbd keygen label legend li link main map mark marquee math menu menuitem meta meter nav nobr noembed noframes
  noscript object ol optgroup option output p param picture plaintext pre progress q rb rp rt rtc ruby s samp script
  search section select slot small source span strike strong style sub summary sup svg table tbody td template textarea
  tfoot th thead time title tr track tt u ul var video wbr xmp`,
);

/** Attributes that hold an address. */
export const addressAttributes = words(
  'action background cite data formaction href longdesc manifest ping poster profile src usemap xlink:href',
);

/** What an address may begin with: nothing here runs a script or carries its own content. */
export const harmlessSchemes = words(
  `bitcoin ftp ftps geo http https im irc ircs magnet mailto mms mx news nntp openpgp4fpr sip sips sms smsto ssh tel url
  webcal wtai xmpp`,
);

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/));
}
