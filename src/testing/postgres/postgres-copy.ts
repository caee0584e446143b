import { randomBytes } from 'node:crypto'
import { openSql } from '#testing/sql.ts'

/** Creates a separate, migrated, empty database on the server of the template, and returns its URL. */
export async function createPostgresCopy(templateUrl: string): Promise<string> {
  const name = `test_${randomBytes(8).toString('hex')}`
  await runOnServer(templateUrl, `create database ${name} template ${nameIn(templateUrl)} strategy file_copy`)
  const url = new URL(templateUrl)
  url.pathname = `/${name}`
  return url.href
}

/** Removes a copy with its files, whoever is still connected. */
export async function dropPostgresCopy(url: string): Promise<void> {
  await runOnServer(url, `drop database ${nameIn(url)} with (force)`)
}

const nameIn = (url: string) => new URL(url).pathname.slice(1)

async function runOnServer(url: string, statement: string): Promise<void> {
  const adminUrl = new URL(url)
  adminUrl.pathname = '/postgres'
  const admin = openSql(adminUrl.href)
  try {
    await admin.unsafe(statement)
  } finally {
    await admin.end()
  }
}
