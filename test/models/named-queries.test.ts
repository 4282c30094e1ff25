import test from 'ava';
import { Category } from '../../models/category.ts';
import { Component } from '../../models/component.ts';
import { effectiveSettings } from '../../models/inheritable.ts';
import { Project } from '../../models/project.ts';
import { Translation } from '../../models/translation.ts';
import { forEachEngine } from '../helpers/database.ts';
import { addComponent, addProject, addTranslation } from '../helpers/rows.ts';

forEachEngine(test, (name, database) => {
  test(name('a component is found by its path, through any depth of categories'), async (t) => {
    const { db } = database();
    const project = await addProject(db, 'paths');
    const { id } = await addComponent(db, project, 'app', { path: 'paths/tools/web/app' });

    const found = await Component.at(db.reader, 'paths/tools/web/app');

    t.is(found?.id, id);
    t.is(found?.project?.slug, 'paths');
    t.is(await Component.at(db.reader, 'paths/app'), undefined);
    t.is(await Component.at(db.reader, 'PATHS/tools/web/app'), undefined);
  });

  test(name('a translation is found by path and language, with what stands around it'), async (t) => {
    const { db } = database();
    const component = await addComponent(db, await addProject(db, 'around'), 'app');
    await addTranslation(db, component, 'cs', [], { language_code: 'cs_CZ' });

    const found = await Translation.at(db.reader, 'around/app', 'cs');

    t.like(found, { language_code: 'cs_CZ', is_source: false });
    t.is(found?.component?.project?.slug, 'around');
    t.is(found?.language?.code, 'cs');
    t.is(found?.plural?.number, 2);
    t.is(await Translation.at(db.reader, 'around/app', 'de'), undefined);
  });

  test(name('the owner of a repository comes before the components that share it'), async (t) => {
    const { db } = database();
    const project = await addProject(db, 'sharing');
    const guest = await addComponent(db, project, 'guest');
    const owner = await addComponent(db, project, 'owner');
    await addComponent(db, project, 'other');
    await Component.query(db.writer).findById(guest.id).patch({ linked_component_id: owner.id });

    const sharing = await Component.sharing(db.reader, owner.id);

    t.deepEqual(
      sharing.map(({ slug, ownerId }) => [slug, ownerId]),
      [
        ['owner', owner.id],
        ['guest', owner.id],
      ],
    );
  });

  test(
    name('a setting comes from the innermost level that has its own, at last from the project'),
    async (t) => {
      const { db } = database();
      const project = await addProject(db, 'levels', {
        license: 'MIT',
        add_message: 'project',
        new_lang: 'none',
      });
      const category = (slug: string, parent: Category | null, fields: Partial<Category>) =>
        Category.query(db.writer).insertAndFetch({
          project_id: project.id,
          category_id: parent?.id ?? null,
          name: slug,
          slug,
          path: `levels/${slug}`,
          ...fields,
        });
      const outer = await category('outer', null, { add_message: 'outer', own_settings: ['add_message'] });
      const inner = await category('inner', outer, { add_message: 'not its own' });
      const component = await addComponent(db, project, 'app', {
        category_id: inner.id,
        new_lang: 'url',
        own_settings: ['new_lang'],
      });

      const categories = await Category.chain(db.reader, component.category_id);
      const stored = (await Project.at(db.reader, 'levels'))!;
      const settings = effectiveSettings([component, ...categories, stored]);

      t.deepEqual(
        categories.map(({ slug }) => slug),
        ['inner', 'outer'],
      );
      t.like(settings, { license: 'MIT', add_message: 'outer', new_lang: 'url' });
    },
  );
});
