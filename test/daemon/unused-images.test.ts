import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { removeUnusedImages } from '../../daemon/unused-images.ts';
import { Component } from '../../models/component.ts';
import { Screenshot } from '../../models/screenshot.ts';
import { forEachEngine } from '../helpers/database.ts';
import { addComponent, addProject, addTranslation } from '../helpers/rows.ts';

const now = 2_000_000_000_000;
const hour = 3_600_000;

forEachEngine(test, (name, database) => {
  test(name('images go whose screenshot is gone, but not those whose request may still run'), async (t) => {
    const { db, folder } = database();
    const images = join(folder, 'images');
    await mkdir(images);
    const project = await addProject(db, 'images');
    const kept = await addTranslation(db, await addComponent(db, project, 'kept'), 'en');
    const removed = await addComponent(db, project, 'removed');
    const gone = await addTranslation(db, removed, 'en');
    const rows = Array.from({ length: 1200 }, (_, index) => ({
      translation_id: index % 3 === 0 ? gone.id : kept.id,
      name: 'Login',
      image: `${index}.png`,
      repository_filename: '',
      timestamp: now,
    }));
    await db.writer.batchInsert('screenshots', rows, 100);
    const files = [...rows.map(({ image }) => image), '.tmp-1-half.png', 'new.png'];
    for (const file of files) {
      const time = (file === 'new.png' ? now - hour / 2 : now - 2 * hour) / 1000;
      await writeFile(join(images, file), '');
      await utimes(join(images, file), time, time);
    }
    await Component.query(db.writer).deleteById(removed.id);

    const count = await removeUnusedImages(db, images, now);

    const left = await Screenshot.query(db.reader).select('image');
    t.is(left.length, 800);
    t.deepEqual((await readdir(images)).sort(), [...left.map(({ image }) => image), 'new.png'].sort());
    t.is(count, 401);
  });
});
