import { z } from 'zod';
import { visibleComponents } from '../models/access.ts';
import { automaticRefusal, modeRefusal } from '../models/automatic-rights.ts';
import { Component } from '../models/component.ts';
import { loadPlace } from '../models/surroundings.ts';
import { type Origin, originsIn } from '../models/texts-elsewhere.ts';
import { automaticBody, checkMode, checkSource, readSearch } from './autotranslate-input.ts';
import { fillFrom } from './fill-from.ts';
import { type FoundTranslation, findTranslation } from './find.ts';
import { type Call, endpoint } from './http/endpoint.ts';
import { invalid, refuse } from './http/errors.ts';
import { namedComponent } from './named-component.ts';

const resultShape = z.object({ details: z.string() }).meta({ id: 'AutomaticTranslation' });

/** `…/autotranslate/`: strings get texts that equal strings have elsewhere. */
export const autotranslateEndpoints = [
  endpoint({
    method: 'POST',
    path: '/api/translations/:project/:component/:language/autotranslate/',
    summary: 'Translate strings with texts of other components',
    find: async (call) => {
      const translation = await findTranslation(call, call.params);
      const place = await loadPlace(call.services.db.reader, translation.id);
      refuse(automaticRefusal(call.caller, translation, place));
      return translation;
    },
    body: automaticBody,
    answers: { 200: { description: 'A text that says how many strings were updated', schema: resultShape } },
    async handle(request) {
      const { found: translation, caller, body } = request;
      const { mode } = body;
      refuse(modeRefusal(caller, translation, mode));
      checkMode(request, translation, body);
      checkSource(body);
      const narrow = await readSearch(request, translation, body);
      const origins = await originsFor(request, translation, body.component ?? '');
      const { count, isLocked } = await fillFrom(request, translation, origins, { mode, narrow });
      const end = isLocked ? 'stopped because the component was locked' : 'completed';
      return { details: `Automatic translation ${end}, ${numberOfStrings(count)} updated.` };
    },
  }),
];

/**
 * Where texts come from: the component that `name` names, or for '' all others of the project that the caller sees and that have
 * the same source language.
 * @throws {ApiError} 400 on `component`
 */
async function originsFor(
  call: Call,
  { component, language_id }: FoundTranslation,
  name: string,
): Promise<Origin[]> {
  const { reader } = call.services.db;
  const { id, project, project_id, source_language_id } = component;
  const ids = Component.query().select('components.id');
  if (name.trim() === '') {
    const others = ids.where({ project_id, source_language_id }).whereNot('components.id', id);
    return originsIn(reader, visibleComponents(others, call.caller), language_id);
  }
  const named = await namedComponent(call, 'component', name, project);
  if (named.source_language_id !== source_language_id) {
    throw invalid('component', 'The strings of that component are in another source language.');
  }
  return originsIn(reader, ids.where('components.id', named.id), language_id);
}

function numberOfStrings(count: number): string {
  if (count === 0) {
    return 'no strings were';
  }
  return count === 1 ? '1 string was' : `${count} strings were`;
}
