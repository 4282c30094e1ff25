/**
 * Freezes the prototypes of this thread's built-in objects. It is the first import of the pool's worker: a library
 * that a hostile file tricks into writing to a prototype fails, and nothing is left behind for the next file.
 */

// Libraries give their errors a name by assignment, which a frozen prototype would refuse: the error of a library would become
// a bug of ours.
for (const error of [Error, TypeError, RangeError, SyntaxError]) {
  const { name } = error.prototype;
  Object.defineProperty(error.prototype, 'name', {
    get: () => name,
    set(this: object, value: unknown) {
      Object.defineProperty(this, 'name', { value, writable: true, configurable: true });
    },
  });
}

for (const name of Object.getOwnPropertyNames(globalThis)) {
  // Getters load parts of Node when read; none of them is a class that file formats use.
  const value: unknown = Object.getOwnPropertyDescriptor(globalThis, name)?.value;
  if (typeof value === 'function' && typeof value.prototype === 'object' && value.prototype !== null) {
    Object.freeze(value.prototype);
  }
}

/** Objects whose prototypes have no global name: iterators, generators, the common parent of typed arrays. */
const unnamed = [
  Uint8Array.prototype,
  [].values(),
  new Map().entries(),
  new Set().entries(),
  ''[Symbol.iterator](),
  ''.matchAll(/x/g),
  function* generator() {
    yield 0;
  },
  async function* asynchronousGenerator() {
    yield 0;
  },
  async function asynchronous() {
    return 0;
  },
];
for (const value of unnamed) {
  Object.freeze(Object.getPrototypeOf(value));
}
