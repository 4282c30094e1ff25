/** What requests are compared with: Koa and its router with one route, which answers a few fixed bytes of JSON. */
import type { AddressInfo } from 'node:net';
import Router from '@koa/router';
import Koa from 'koa';

const router = new Router();
router.get('/api/units/:id/', (ctx) => {
  ctx.body = {
    id: Number(ctx.params.id),
    source: ['Open the folder'],
    target: ['Öffne den Ordner'],
    state: 20,
  };
});
const server = new Koa().use(router.routes()).listen(0, '127.0.0.1', () => {
  console.log(`serves http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.once('SIGTERM', () => process.exit(0));
