import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { createMetrics } from './metrics.ts'

// The dashboard and the alert rules use metrics that exist.
const folder = join(import.meta.dirname, '../../../../deploy')

async function knownNames(): Promise<Set<string>> {
  const metrics = createMetrics()
  metrics.observeProcess()
  metrics.observePageCache(() => ({ hits: 0, stale: 0, misses: 0, entries: 0, bytes: 0 }))
  metrics.observeWaitingWork(async () => ({
    mailsWaiting: 0,
    oldestMailSeconds: 0,
    paymentsDue: 0,
    oldestPaymentSeconds: 0,
    remindersDue: 0,
    oldestReminderSeconds: 0,
  }))
  const types = [...(await metrics.render()).matchAll(/^# TYPE (\S+) (\S+)$/gm)]
  return new Set(
    types.flatMap(([, name = '', type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
    ),
  )
}

/** Names of metrics in an expression: the words with an underscore that are neither functions nor labels. */
const namesIn = (expression: string): string[] =>
  [...expression.replaceAll(/\{[^}]*\}|"[^"]*"/g, '').matchAll(/\b[a-z]+(?:_[a-z0-9]+)+\b(?!\s*\()/g)].map(
    ([name]) => name,
  )

test('the first scrape shows what waits, and what cannot be read has no value', async () => {
  const metrics = createMetrics()
  let isAway = false
  metrics.observeWaitingWork(async () => {
    if (isAway) throw new Error('The database is away')
    const none = { oldestMailSeconds: 7, oldestPaymentSeconds: 0, remindersDue: 0, oldestReminderSeconds: 0 }
    return { mailsWaiting: 3, paymentsDue: 2, ...none }
  })
  expect(await metrics.render()).toMatch(/^cendaki_mails_waiting 3$[^]*^cendaki_payments_due 2$/m)
  isAway = true
  expect(await metrics.render()).not.toMatch(/^cendaki_mails_waiting \d/m)
})

test('the dashboard shows existing metrics', async () => {
  const known = await knownNames()
  const { panels } = JSON.parse(await readFile(join(folder, 'grafana-dashboard.json'), 'utf8')) as {
    panels: { targets: { expr: string }[] }[]
  }
  const names = panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => namesIn(expr)))
  expect(names.length).toBeGreaterThan(10)
  expect(names.filter((name) => !known.has(name))).toEqual([])
})

test('the alert rules read existing metrics and say what to look at', async () => {
  const known = await knownNames()
  const { groups } = parse(await readFile(join(folder, 'alerts.yaml'), 'utf8')) as {
    groups: { rules: { expr: string; annotations: { summary: string } }[] }[]
  }
  const rules = groups.flatMap((group) => group.rules)
  expect(rules.length).toBeGreaterThan(5)
  expect(rules.flatMap(({ expr }) => namesIn(expr)).filter((name) => !known.has(name))).toEqual([])
  for (const { annotations } of rules) expect(annotations.summary).toMatch(/[:.]/)
})

test('for each alert rule there is a cause that makes it fire, for promtool', async () => {
  const read = async (name: string) => parse(await readFile(join(folder, name), 'utf8'))
  const { groups } = (await read('alerts.yaml')) as { groups: { rules: { alert: string }[] }[] }
  const { tests } = (await read('alerts.test.yaml')) as {
    tests: { promql_expr_test: { exp_samples: { labels: string }[] }[] }[]
  }
  const fired = tests.flatMap(({ promql_expr_test: asked }) =>
    asked.flatMap((one) => one.exp_samples.map(({ labels }) => labels)),
  )
  expect(fired).toEqual(groups.flatMap(({ rules }) => rules.map(({ alert }) => `{alertname="${alert}"}`)))
})
