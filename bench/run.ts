import { argv, stderr, stdout } from 'node:process'
import { parseArgs } from 'node:util'
import { releasedCommit } from '#testing/processes/version-before.ts'
import { describeFailure } from './support/describe-failure.ts'

// Runs one measurement, or lists all of them:
//   npm run bench
//   npm run bench -- pages

type Options = Record<string, string | number>
type Scenario = { purpose: string; options: Options; run(args: string[]): Promise<void> }

/** A file with a function `run`, which gets the options, each with its default value here. */
const scenario = <Values extends Options>(
  purpose: string,
  options: Values,
  load: () => Promise<{ run(options: Values): Promise<void> }>,
): Scenario => ({
  purpose,
  options,
  async run(args) {
    const values = readOptions(options, args)
    const { run } = await load()
    await run(values)
  },
})

const scenarios: Record<string, Scenario> = {
  attack: scenario(
    'hostile requests to every operation, as each kind of user',
    { requests: 100_000, seed: 1 },
    () => import('./attack.ts'),
  ),
  chaos: scenario(
    'purchases while processes are killed and notifications lost, then every invariant about money',
    { purchases: 2000, seed: 1, 'kill-every': 60 },
    () => import('./chaos.ts'),
  ),
  conversation: scenario(
    'lists of questions and notifications, the unread count and announcements in a generated shop, on PostgreSQL',
    { posts: 5_000_000, notifications: 50_000_000 },
    () => import('./conversation.ts'),
  ),
  failover: scenario(
    'purchases while PostgreSQL fails over, a process is frozen and the database is cut off',
    { rounds: 10, detect: 2, cut: 30, tls: 'on' },
    () => import('./failover.ts'),
  ),
  'first-start': scenario(
    'a first start with demo, as of a fresh copy, and a warm one: time, processor time and memory of each stage',
    {},
    () => import('./first-start.ts'),
  ),
  groups: scenario(
    'schedules, calendar feeds and members among many cohorts, and many people who join one meeting, on PostgreSQL',
    { students: 2000, cohorts: 100, attendances: 20_000, joins: 200, seconds: 6 },
    () => import('./groups.ts'),
  ),
  guessing: scenario(
    'how much a flood of wrong passwords delays other clients',
    { seconds: 8 },
    () => import('./guessing.ts'),
  ),
  histories: scenario(
    'random histories of carts, bundles, gifts, transfers, refunds and payouts at the same time, then every invariant',
    { histories: 2000, seed: 1 },
    () => import('./histories.ts'),
  ),
  imports: scenario(
    'a large Moodle backup and a large cartridge through the real server, with requests meanwhile; and every archive of a folder',
    { megabytes: 30, pictures: 60, folder: '' },
    () => import('./imports.ts'),
  ),
  lists: scenario(
    'staff lists and the queue of submissions on the embedded database, against GET /me',
    { rows: 10_000 },
    () => import('./lists.ts'),
  ),
  media: scenario('an uploaded video against a bare file server', { megabytes: 200 }, () => import('./media.ts')),
  memory: scenario(
    'memory and time of starts and of mixed requests, on both databases',
    { requests: 10_000 },
    () => import('./memory.ts'),
  ),
  outage: scenario(
    'pages behind the Caddy of deploy/Caddyfile while PostgreSQL is away',
    { seconds: 30 },
    () => import('./outage.ts'),
  ),
  overload: scenario(
    'three times as many searches as can be served, and the recovery',
    { seconds: 30 },
    () => import('./overload.ts'),
  ),
  'page-cache': scenario(
    'cache hits, visible edits and unknown URLs with two processes, while students write',
    { seconds: 75 },
    () => import('./page-cache.ts'),
  ),
  pages: scenario('bytes and loading times of a first visit on a slow phone', {}, () => import('./pages.ts')),
  processes: scenario(
    'two processes behind a proxy: due work, reads against one, a rolling restart',
    { seconds: 8 },
    () => import('./processes.ts'),
  ),
  quizzes: scenario(
    'opening, answering and submitting quizzes among a million attempts',
    { attempts: 1_000_000 },
    () => import('./quizzes.ts'),
  ),
  restore: scenario(
    'time of a backup and a restore while rows are written',
    { megabytes: 1000, 'video-megabytes': 1000 },
    () => import('./restore.ts'),
  ),
  scale: scenario(
    'every frequent call in a generated shop of any size, beside a small one, on PostgreSQL',
    { students: 20_000, courses: 0, seed: 1, only: '' },
    () => import('./scale.ts'),
  ),
  search: scenario(
    'searches and suggestions among 10,000 courses, without the page cache',
    { courses: 10_000, samples: 300, database: 'both' },
    () => import('./search.ts'),
  ),
  serving: scenario(
    'cached responses against a bare server that sends the same bytes',
    { seconds: 4 },
    () => import('./serving.ts'),
  ),
  versions: scenario(
    'purchases while processes of this version and of the one before take turns, then every invariant about money',
    { commit: releasedCommit, purchases: 1000, seed: 1, 'kill-every': 25 },
    () => import('./versions.ts'),
  ),
}

function readOptions<Values extends Options>(options: Values, args: string[]): Values {
  const parsed = parseArgs({
    args,
    options: Object.fromEntries(Object.keys(options).map((key) => [key, { type: 'string' as const }])),
  })
  const given = Object.entries(parsed.values).map(([key, text]) => {
    const value = typeof options[key] === 'number' ? Number(text) : String(text)
    if (Number.isNaN(value)) throw new Error(`--${key} is a number`)
    return [key, value]
  })
  return { ...options, ...(Object.fromEntries(given) as Partial<Values>) }
}

const [, , name = '', ...args] = argv
const chosen = scenarios[name]
if (chosen)
  await chosen.run(args).catch((error: unknown) => {
    stderr.write(`${describeFailure(error)}\n`)
    process.exit(1)
  })
else {
  if (name) {
    stderr.write(`There is no scenario ${name}.\n`)
    process.exitCode = 1
  }
  stdout.write('npm run bench -- SCENARIO [OPTIONS, here with their defaults]\n\n')
  for (const [each, { purpose, options }] of Object.entries(scenarios)) {
    const defaults = Object.entries(options).map(([key, value]) => ` --${key} ${value || '…'}`)
    stdout.write(`${each.padEnd(11)} ${purpose}${defaults.length > 0 ? ` (${defaults.join('').trim()})` : ''}\n`)
  }
}
