import test from 'ava';
import { packKnown, unpackKnown } from '../../../adapters/tasks/known.ts';
import { packRequest, packResult, unpackRequest, unpackResult } from '../../../adapters/tasks/packing.ts';

test('a result comes out as it went in, long lists piece by piece', async (t) => {
  const units = Array.from({ length: 2500 }, (_, n) => ({ context: `key ${n}`, target: ['\u2028', '"'] }));
  const result = {
    units,
    problems: [{ line: 1 }],
    plural: null,
    pieces: ['a'],
    bytes: new Uint8Array([1, 2]),
  };
  let pauses = 0;

  const packed = packResult(result);
  const unpacked = await unpackResult(packed, async () => {
    pauses += 1;
  });

  t.deepEqual(unpacked, result);
  t.is(pauses, 50);
  t.false(JSON.stringify(packed).includes('{"context":"key 0"'));
});

test('a request is packed piece by piece as well', async (t) => {
  const edits = Array.from({ length: 1000 }, (_, n) => ({ context: `key ${n}`, target: [''] }));
  const request = { format: 'po', edits, options: { template: null, revised: new Date(0) } };
  let pauses = 0;

  const packed = await packRequest(request, async () => {
    pauses += 1;
  });

  t.is(pauses, 20);
  t.deepEqual(unpackRequest(packed), request);
});

test('bytes get memory of their own', (t) => {
  const { bytes } = packResult({ bytes: Buffer.from('ab') }) as { bytes: Uint8Array };

  t.is(bytes.buffer.byteLength, 2);
});

test('known strings are found by their hash', (t) => {
  const rows = [
    { idHash: '00ff00ff00ff00ff', fingerprint: 'ffffffffffffffff', position: 1 },
    { idHash: '0123456789abcdef', fingerprint: '0000000000000000', position: 4_000_000_000 },
  ];

  const known = unpackKnown(packKnown(rows));

  t.deepEqual([...known.values()], rows);
  t.deepEqual(known.get('0123456789abcdef'), rows[1]);
});
