/** Something the operator can mend (a setting, a port in use): shown as one line, without a stack. */
export class Failure extends Error {
  override name = 'Failure';
}
