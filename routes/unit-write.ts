import { goOnCopying } from '../actors/copy-edit.ts';
import { EditRefused, editUnit } from '../models/unit-edit.ts';
import { mayCopyTo } from '../models/unit-rights.ts';
import { type FoundUnit, signedIn } from './find.ts';
import type { Call } from './http/endpoint.ts';
import { ApiError, denied, notFound } from './http/errors.ts';
import { readSourceProperties, saveSourceProperties } from './source-properties.ts';
import { readEdit, type UnitEdit, type UnitInput } from './unit-input.ts';

/**
 * Changes a unit: its text and state, and what a source string says about itself, all or nothing. `If-Match` with the
 * ETag that a read gave refuses the edit of a string that somebody else has edited since.
 * @throws {ApiError} 400 and 403 in the order of unit-input.ts, 412
 */
export async function writeUnit(call: Call, unit: FoundUnit, input: UnitInput): Promise<void> {
  const { services, caller } = call;
  const properties = await readSourceProperties(call, unit, input);
  const edit = readEdit(caller, unit, input);
  const version = expectedVersion(call);
  await services.db
    .transaction(async (trx) => {
      if (edit) {
        const known = version === null ? {} : { version };
        const { rest } = await editUnit(trx, { ...about(call, unit, edit), ...known });
        await goOnCopying(services.actors, trx, rest);
      }
      if (properties) {
        await saveSourceProperties(trx, unit, properties, caller.user);
      }
    })
    .catch((error: unknown) => {
      throw error instanceof EditRefused ? editRefusal(error) : error;
    });
}

/** The ETag of a unit: its version, which grows with each edit. */
export function unitTag({ version }: { version: number }): string {
  return `"${version}"`;
}

function about({ caller }: Call, unit: FoundUnit, { target, state }: UnitEdit) {
  const { translation } = unit;
  const { component } = translation;
  const user = signedIn(caller);
  const mayEdit = mayCopyTo(caller);
  return { unit, translation, component, target, state, author: user, user, mayEdit, isSingle: true };
}

function expectedVersion({ ctx }: Call): number | null {
  const tag = ctx.get('If-Match');
  return tag === '' || tag === '*'
    ? null
    : Number(/^(?:W\/)?"(?<version>\d+)"$/.exec(tag)?.groups?.version ?? -1);
}

/** What happened to the string between the look at it and the write. */
export function editRefusal({ reason }: EditRefused): ApiError {
  switch (reason) {
    case 'gone':
      return notFound();
    case 'readonly':
      return denied('The string is read only.');
    case 'version': {
      const detail = 'The string has been edited since it was read.';
      return new ApiError(412, [{ code: 'precondition_failed', detail, attr: null }]);
    }
  }
}
