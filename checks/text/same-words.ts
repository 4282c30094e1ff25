/** Lower-case words that many languages share, so that a translation may keep them. */
export const internationalWords: ReadonlySet<string> = new Set([
  ...words(`
    abc adagio admin administrator adobe africa album alfa algebra algorithm alias alibi allegro alpha amalgam amp
    ampere android angular anorak antenna api app applet aria arial aroma asia atelier atlas atoll atom audio auto
    avatar avocado backend ballast bamboo banana bandana banjo bariton bazaar beta bikini bistro bit bitcoin bitmap
    blitz blob blog blogger blues bluetooth bonus boolean boot boss bot boutique brandy bravo browser brunch buffer
    bug bungalow byte cache cafe canasta canyon captcha casino celsius champagne chaos chat chatbot checksum chef
    chic chili chip chrome chromium cinema circus citrus clip clipart cloud club cluster cobalt cockpit cocktail
    codec cognac combo commando compiler computer condor confetti cookie copyright corona cosinus cosmos couscous
    cowboy credo css cupcake curry cursor cyan cyber cyberpunk dab daemon database datum debug debugger debut
    decibel decimal demo demon design designer desktop detail detective diagonal diagram dialog diesel digital dingo
    diploma disco disk diva divan docker dogma dollar domino dongle dossier drama drone duel duet duo dvd dynamo
    ebook echo ego elite elixir email embargo emblem embryo emoji emoticon emulator ensemble enum epilog epos
    epsilon era esperanto espresso eta ethernet euro europa expert export extra facebook fahrenheit fakir fanfare
    fascia favicon fax fetish fiasco film filter final finale firefox firewall firma firmware fjord flamenco
    flamingo flora font forint format formula forum franc freeware frontend ftp gadget gala galaxy gamma gangster
    garage gazelle gecko gel geo getter geyser ghetto gif gigabyte gigahertz gin git github gitlab global gnome gnu
    golf gondola google gorilla gourmet gps gradient graf graffiti grappa gratis grill guacamole gulden guru hacker
    hardcore hardware harem harmonica hashtag hertz hex hifi hippie hobby hockey hostname hotel hotline hotspot html
    http https hub humor hybrid hydra ibuprofen ideal idol iframe igloo import index indie indigo info
    infrastructure instagram insulin integer intel interface interim interlingua intermezzo internet interval
    interview intranet intro ion ios ipad iphone iris iso jabber jackpot jaguar jargon java javascript jazz jeans
    jeep jet jogging joker jpeg jpg json judo jukebox jumbo junior jupiter kanban kappa karaoke karate karma kayak
    kebab kernel ketchup kibibyte kilobyte kilogram kilometer kimono kindle kiosk kitsch kiwi koala kobold kobra
    korea kosher krypton kung kvm laguna lambda laptop laser latex latin latte lava layout lexikon libero limbo
    linear link linux localhost login logo logout lotto lounge ltd macho macro mafia magenta magma mahjong mail
    mailbox malware mama mambo mandarin manga mango manifest mantra manual marathon markdown marker marketing markup
    mars martini mascara massage matrix maximal maximum mayonnaise media median megabyte megahertz megapixel melange
    meme memo mentor menu meridian meta metadata meter metro metropolis micro microsoft midi mikado militant mime
    mini minimal minimum minus mixer mobil mod modal model modem moderator modul modulo monitor mono monolog
    monopoly montage motel motiv motor motto movie mozilla mpeg multimedia museum musical mutex mysql nano
    navigation neon neptun nerd net netto neutral neutron newsletter newton nickname nimbus ninja nirvana nitro
    nominal normal nostalgia notebook nougat novum null nylon oasis obelisk ocr offline offset okay omega omicron
    online opal opera operator optimal optimum option opus orbit orchester organ oscar oslo output oval ozon paella
    palette pampa panda panel panorama papa papyrus paradox parameter paranoid parfum paris parser pasta pastel
    pastor pathos patina patron paypal pdf pergola perl permanent phi phishing piano piccolo pilot pin ping pixel
    pizza pizzeria placebo planet plasma plateau platin playlist plugin plural plus png podcast podium polo
    polyester polygon pony popcorn popup portable portal portfolio poster postscript pragma premium prestige prisma
    problem processor profil program progressive projekt prolog prototype provider provision proxy pseudo psi pub
    puma pumps punk puzzle pyjama python quantum quark quasar quiche quiz radar radio radius ram ramadan ranking rap
    raster ravioli readme recycling regatta regex reggae region renaissance repository restaurant retro revers
    revolver revue rho ring risotto ritual robot rock rodeo rosé rotor roulette router routine royal rss ruby rugby
    rumba runtime rust safari saga salami saldo salon salsa salto samba samurai sandal sandwich sanskrit satan
    satellite saturn sauna scala scanner schema script sector sedan selfie semester seminar senator senior sensor
    server service shampoo sherpa sherry sigma signal simulator sinus ski skype slalom slang slogan smartphone sms
    software solar solo sonar sonata sonet soprano spa spaghetti spam spektrum sport spyware sql ssh ssl standard
    star status steak stereo stigma studio super superman support sushi symbol syndrom synonym syntax system tablet
    tabu tabulator talisman tandem tango tau taxi team technik teenager teflon telefon telegram television tempo
    tenor tensor terabyte terminal terminator terminus terra terror test text thema theta thriller ticket tiff tiger
    timer titan toast toaster tofu toilet tokyo tombola toner topic tornado torpedo torso tortilla totem tourist
    tower tracker trainer transfer transformer transistor transit transparent transport trawler tribunal trio
    trivial troll trump tsunami tuba tundra tunnel turbo tutor tutorial tweet twist twitter typ typescript typhoon
    ubuntu udp ultra umami unicode uniform union unix upsilon uran uri url urn usb utopia uuid vakuum vampire
    vanilla variable variant vase vegan ventil ventilator venus veranda verb verbal version veto video villa vimeo
    vintage viola virtual virus visa visum vitamin vitrine vlan vlog vodka voip volt vpn walkman walzer watt wav web
    webcam webhook webinar webmail webmaster website wellness western whiskey whisky whist widget wifi wigwam wiki
    wikipedia windows windsurfing wok wordpress workflow workshop www xenon xhtml xml yahoo yaml yen yeti yoga
    yoghurt youtube yuppie zero zeta zip zodiac zombie zoo zoom zulu
  `),
  ...words(`
    aac abgr aes ajax alac amr ansi apk argb arm armel armhf ascii asp atm avi avif bcc bgp bgr bmp bsd cbc cdn
    cdrom cgi cidr cifs cjk cmyk cpu crc crlf csharp csrf csv ctrl dbus dhcp dicom django dkim dll dns docx dpi dsa
    dsl dst ecdsa eeprom elf eof epub esc exif fido fifo flac flv fpga fps gid gimp glsl gmail gmt gnupg gpg gpio
    gpl gpu grpc gsm gtk gui gzip hdd hdmi hdr heic hevc hfs hmac hsl hsv icmp ico ics ide idna iec ieee imei imsi
    inode ipp ipsec irc irda isbn isdn isp jar jdk jit jre jwt kde kib kwh lan lcd lcms ldap lgpl lua lut lxc lzma
    mac mib mips mipsel mkv mms mov mpg mpl mtp mtu nas nat ncurses nfc nfs nntp npm ntfs ntp nvme oauth odf odp ods
    odt ogg ogv oled opengl openid openssl opus otf otp parisc pcm pem pgp pid pkcs png pnm posix postgresql powerpc
    ppc ppd ppi ppm pppoe pptx psd qemu qos qrcode raid rar rdp rfc rgb rgba riscv rom rpc rpm rsa rsync rtc rtf rtp
    rtsp samba saml sasl sata scp scsi sdk sdl sftp sgml sha sip smb sms snmp soho sparc spf ssd ssid stderr stdin
    stdout stun svg svn tar tcp tex tftp tga tgz tls tmp totp trojan ttf ttl tty uart uefi uid unc utc utf vcard vga
    vlc vnc wan wasm wav webdav webgl webm webp webrtc wep wma wmv wpa wps xbel xbm xfs xhr xls xlsx xmlrpc xmpp
    xpath xpm xsd xslt xss yuv zfs zstd
  `),
  ...words(`
    abs aka approx arg args avg bar bin bool bps byte bytes cfg changelog char conf config const cos deg dev div env
    etc eval exec exp faq fixme func gbit gbps ghz gib hpa ids init int kbit kbps kcal khz kib kmh kpa kwh lbs lib
    log lux mah max mbit mbps mhz mib min mod mol mpa mph mwh num obj param params pixel pixels pkg psi rad readme
    ref refs regexp rem rev rfc rpm sin src std str sum tan thz tib tmp todo var wip
  `),
  ...calendarWords(),
  ...Intl.supportedValuesOf('currency').map((code) => code.toLowerCase()),
]);

function words(text: string): string[] {
  return text.trim().split(/\s+/);
}

/** Abbreviations of months and weekdays as English has them: tables and dates often keep those. */
function calendarWords(): string[] {
  const month = new Intl.DateTimeFormat('en', { month: 'short', timeZone: 'UTC' });
  const weekday = new Intl.DateTimeFormat('en', { weekday: 'short', timeZone: 'UTC' });
  const months = Array.from({ length: 12 }, (_, index) => month.format(Date.UTC(2024, index, 15)));
  const weekdays = Array.from({ length: 7 }, (_, index) => weekday.format(Date.UTC(2024, 0, 1 + index)));
  return [...months, ...weekdays].map((name) => name.toLowerCase());
}
