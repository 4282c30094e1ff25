import { may } from '../models/access.ts';
import { User } from '../models/user.ts';
import { type FoundTranslation, signedIn } from './find.ts';
import type { Call } from './http/endpoint.ts';
import type { UploadInput } from './upload-input.ts';

/**
 * Who is credited with an upload: who it names, for those who may upload for others, else the uploader. Somebody whom
 * the server does not know gets an account that nobody can sign in to.
 */
export async function uploadAuthor(
  { services: { db }, caller }: Call,
  { component }: FoundTranslation,
  { author, author_name, email, author_email }: UploadInput,
): Promise<User> {
  const user = signedIn(caller);
  const name = author || author_name || '';
  const address = (email || author_email || '').toLowerCase();
  const isForOther = address !== '' && address !== user.email;
  if (!isForOther || !may(caller, 'upload.authorship', component.project)) {
    return user;
  }
  const found = await db.transaction(async (trx) => {
    const row = {
      username: address.slice(0, 150),
      full_name: name || address,
      email: address,
      date_joined: Date.now(),
    };
    const known = await User.query(trx).findOne({ email: address });
    return known ?? User.query(trx).insertAndFetch(row);
  });
  return found.is_active && !found.is_bot ? found : user;
}
