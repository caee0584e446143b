export type Module = {
  purpose: string
  /** Its own folder is always allowed. */
  mayImport: readonly string[]
}

export const names = (list: string): string[] => list.split(' ')

// The folders of the two floors that know no domain, lowest first. Modules above may import each floor as a whole.

export const kit: Record<string, Module> = {
  'contract/kit/text': { purpose: 'Texts: visible characters, slugs, phone numbers, what is the same', mayImport: [] },
  'contract/kit': {
    purpose: 'Endpoints, roles, paths, lists, money, days, limits of inputs',
    mayImport: names('contract/kit/text'),
  },
  'contract/kit/format': {
    purpose: 'Numbers, dates, sizes and times as people read them',
    mayImport: names('contract/kit/text contract/kit'),
  },
  'contract/kit/media': {
    purpose: 'Pictures, videos and files: what is accepted, and what is said of others',
    mayImport: names('contract/kit'),
  },
}

export const platform: Record<string, Module> = {
  'server/platform': {
    purpose: 'What all use: clock, ids, outcomes, files and folders, child processes, words as searches compare them',
    mayImport: names('contract/kit contract/kit/format'),
  },
  'server/platform/database': {
    purpose: 'Connections, transactions, migrations, key-set lists, expected failures of PostgreSQL and PGlite',
    mayImport: names('server/platform'),
  },
  'server/platform/storage': {
    purpose: 'Objects in a folder or in a bucket',
    mayImport: names('server/platform'),
  },
  'server/platform/backup': {
    purpose: 'Backups, restores, drills, commands to the running product',
    mayImport: names(
      'contract/kit contract/kit/format server/platform server/platform/database server/platform/storage',
    ),
  },
  'server/platform/work': {
    purpose: 'Worker threads with limits, background work, repetition, fair queues',
    mayImport: names('server/platform'),
  },
  'server/platform/drawing': {
    purpose: 'Fonts for what is drawn on the server, QR codes',
    mayImport: names('server/platform/work'),
  },
  'server/platform/covers': {
    purpose: 'Generated covers of courses and pictures for sharing',
    mayImport: names('contract/kit/text server/platform/work server/platform/drawing'),
  },
  'server/platform/http': {
    purpose: 'The API over HTTP: body, caller, access, input, failures, downloads',
    mayImport: names(
      'contract/kit contract/kit/format contract/kit/media server/platform server/platform/database server/platform/storage',
    ),
  },
  'server/platform/csv': {
    purpose: 'Reading and writing CSV',
    mayImport: names(
      'contract/kit/text contract/kit contract/kit/media server/platform server/platform/database server/platform/work server/platform/http',
    ),
  },
  'server/platform/figures': {
    purpose: 'Counted figures: added up by the day, checked and repaired',
    mayImport: names('contract/kit server/platform server/platform/database'),
  },
  'server/platform/observing': {
    purpose: 'The log and what it leaves out; metrics for Prometheus',
    mayImport: names('contract/kit server/platform server/platform/database server/platform/work server/platform/http'),
  },
  'server/platform/jobs': {
    purpose: 'The one machine for rows that are due: leased or locked, tried again, given up',
    mayImport: names('contract/kit server/platform server/platform/database server/platform/observing'),
  },
  'server/platform/protection': {
    purpose: 'Limits of attempts, proof of work before costly public calls, secrets of the installation',
    mayImport: names('contract/kit contract/kit/format server/platform server/platform/database'),
  },
  'server/platform/mail': {
    purpose: 'Mails: queued in the transaction that causes them, sent as jobs',
    mayImport: names(
      'contract/kit/text contract/kit server/platform server/platform/database server/platform/work server/platform/observing server/platform/jobs server/platform/protection',
    ),
  },
  'server/platform/media': {
    purpose: 'Videos and files: uploads, checks, storage, signed streaming',
    mayImport: names(
      'contract/kit contract/kit/format contract/kit/media server/platform server/platform/database server/platform/storage server/platform/work server/platform/http server/platform/protection',
    ),
  },
  'server/platform/outgoing': {
    purpose: 'Calls to addresses that others chose, never to private networks; the Cloud API of Meta',
    mayImport: names('contract/kit server/platform'),
  },
  'server/platform/pages': {
    purpose: 'Rendered pages and their cache',
    mayImport: names('contract/kit/text contract/kit server/platform server/platform/database server/platform/http'),
  },
  'server/platform/rich-text': {
    purpose: 'HTML and Markdown that people write, cleaned',
    mayImport: names('contract/kit/text contract/kit/media server/platform server/platform/work'),
  },
  'server/platform/code-colours': {
    purpose: 'Code in written texts, coloured once and stored',
    mayImport: names(
      'contract/kit/text contract/kit server/platform server/platform/database server/platform/work server/platform/pages',
    ),
  },
}
