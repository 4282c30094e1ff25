import test from 'ava';
import { modeRefusal } from '../../models/automatic-rights.ts';
import type { TranslationPlace } from '../../models/propagation.ts';
import { User } from '../../models/user.ts';

const project = { id: 1, access_control: 0 };
const voting = { suggestion_voting: true, suggestion_autoaccept: 2, project };

const inComponent = (component: object) => ({ component }) as unknown as TranslationPlace;
const userWith = (fields: Partial<User>) => ({ user: User.fromJson(fields, { skipValidation: true }) });

test('where votes make translations, automatic ones are suggestions, unless the caller may override that', (t) => {
  const translation = inComponent(voting);

  t.regex(modeRefusal(userWith({}), translation, 'translate') ?? '', /suggestions and votes/);
  t.regex(modeRefusal(userWith({}), translation, 'fuzzy') ?? '', /suggestions and votes/);
  t.is(modeRefusal(userWith({}), translation, 'suggest'), null);
  t.is(modeRefusal(userWith({ is_superuser: true }), translation, 'translate'), null);
});

test('elsewhere texts become what they are wanted to become', (t) => {
  const translation = inComponent({ ...voting, suggestion_autoaccept: 0 });

  t.is(modeRefusal(userWith({}), translation, 'translate'), null);
});
