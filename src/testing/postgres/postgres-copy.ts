import { randomBytes } from 'node:crypto'
import { openSql } from '#testing/sql.ts'

/** Creates a separate, migrated, empty database on the server of the template, and returns its URL. */
export async function createPostgresCopy(templateUrl: string): Promise<string> {
  const name = `test_${randomBytes(8).toString('hex')}`
  const template = new URL(templateUrl).pathname.slice(1)
  const adminUrl = new URL(templateUrl)
  adminUrl.pathname = '/postgres'
  const admin = openSql(adminUrl.href)
  try {
    await admin.unsafe(`create database ${name} template ${template}`)
  } finally {
    await admin.end()
  }
  adminUrl.pathname = `/${name}`
  return adminUrl.href
}
