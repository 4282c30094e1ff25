import test from 'ava';
import { imageKindOf, recogniseImage } from '../../../adapters/images/image.ts';
import { pngChunk, pngImage, tinyImages } from '../../helpers/images.ts';

/** Type and pixels, such as `image/png 1 1`; null for what is no image. */
function read(bytes: Uint8Array): string | null {
  const found = recogniseImage(bytes);
  return found && `${found.kind.contentType} ${found.size.width} ${found.size.height}`;
}

function changed(bytes: Buffer, at: number, values: number[]): Buffer {
  const copy = Buffer.from(bytes);
  copy.set(values, at);
  return copy;
}

const { gif, jpeg, webp, losslessWebp, alphaWebp, animatedWebp } = tinyImages;
const png = pngImage(20, 10);

/** The number of a frame, its size, its place and how it is shown. */
const frame = Buffer.alloc(26);
frame.writeUInt32BE(3000, 4);
frame.writeUInt32BE(10, 8);
const frameHeader = jpeg.indexOf(Buffer.from([0xff, 0xc2]));

for (const [title, bytes, expected] of [
  ['PNG', png, 'image/png 20 10'],
  ['PNG with a frame that is larger', pngImage(20, 10, [pngChunk('fcTL', frame)]), 'image/png 3000 10'],
  ['JPEG', jpeg, 'image/jpeg 1 1'],
  ['JPEG of many pixels', changed(jpeg, frameHeader + 5, [0x0f, 0xa0, 0x27, 0x10]), 'image/jpeg 10000 4000'],
  ['GIF', gif, 'image/gif 1 1'],
  ['GIF without its end', gif.subarray(0, -1), 'image/gif 1 1'],
  ['GIF with a large screen', changed(gif, 6, [0x10, 0x27]), 'image/gif 10000 1'],
  ['GIF with a picture beyond its screen', changed(gif, 32, [0x10, 0x27]), 'image/gif 10000 1'],
  ['lossy WebP', webp, 'image/webp 1 1'],
  ['lossy WebP of many pixels', changed(webp, 26, [0xff, 0x3f]), 'image/webp 16383 1'],
  ['lossless WebP', losslessWebp, 'image/webp 1 1'],
  ['lossless WebP of many pixels', changed(losslessWebp, 21, [0xff, 0xff]), 'image/webp 16384 4'],
  ['WebP with transparency', alphaWebp, 'image/webp 1 1'],
  ['WebP with a small canvas', changed(alphaWebp, 64, [0xff, 0x3f]), 'image/webp 16383 1'],
  ['WebP with a large canvas', changed(alphaWebp, 24, [0x0f, 0x27]), 'image/webp 10000 1'],
  ['animated WebP', animatedWebp, 'image/webp 1 1'],
  ['animated WebP with a large frame', changed(animatedWebp, 58, [0x0f, 0x27]), 'image/webp 10000 1'],
] as const) {
  test(`${title} is known by its bytes, and how large it gets by its headers`, (t) => {
    t.is(read(bytes), expected);
  });
}

for (const [title, bytes] of [
  ['nothing', Buffer.alloc(0)],
  ['a text', Buffer.from('Hello, I am an image.png')],
  ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
  ['a page that begins like a GIF', Buffer.from('GIF89a<script>alert(1)</script>')],
  ['PNG of no width', pngImage(0, 10)],
  ['PNG without pixels', Buffer.concat([png.subarray(0, 33), pngChunk('IEND', Buffer.alloc(0))])],
  ['PNG that begins with another chunk', changed(png, 12, [0x49, 0x44, 0x41, 0x54])],
  ['JPEG without a frame', changed(jpeg, frameHeader + 1, [0xe1])],
  ['lossy WebP without its mark', changed(webp, 23, [0])],
  ['lossless WebP without its mark', changed(losslessWebp, 20, [0])],
  ['WebP with frames in frames', changed(animatedWebp, 68, [...Buffer.from('ANMF')])],
] as const) {
  test(`${title} is no image`, (t) => {
    t.is(read(bytes), null);
  });
}

for (const [name, bytes] of Object.entries({ png, jpeg, gif: gif.subarray(0, -1), webp, animatedWebp })) {
  test(`${name} that is cut off anywhere is no image`, (t) => {
    for (let length = 0; length < bytes.length; length += 1) {
      t.is(read(bytes.subarray(0, length)), null, `${length} bytes`);
    }
  });
}

test('bytes that are wrong anywhere give a size or none, and no error', (t) => {
  for (const bytes of [png, jpeg, gif, webp, losslessWebp, alphaWebp, animatedWebp]) {
    for (let at = 0; at < bytes.length; at += 1) {
      for (const value of [0, 0x7f, 0xff]) {
        const size = recogniseImage(changed(bytes, at, [value]))?.size;

        t.true(size === undefined || (size.width > 0 && size.height > 0), `${value} at ${at}`);
      }
    }
  }
});

test('names tell what a file claims to be', (t) => {
  const typeOf = (name: string) => imageKindOf(name)?.contentType;

  t.deepEqual(['a.png', 'a.PNG', 'a.jpg', 'a.b.jpeg', 'a.gif', 'a.webp', 'a.svg', 'png', ''].map(typeOf), [
    'image/png',
    'image/png',
    'image/jpeg',
    'image/jpeg',
    'image/gif',
    'image/webp',
    undefined,
    undefined,
    undefined,
  ]);
});
