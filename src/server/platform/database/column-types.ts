import { customType, timestamp } from 'drizzle-orm/pg-core'

/** Bytes, as a Buffer from every driver. */
export const bytea = customType<{ data: Buffer; driverData: Buffer | Uint8Array }>({
  dataType: () => 'bytea',
  fromDriver: (value) => Buffer.from(value),
})

/** An instant, as a Date; PostgreSQL keeps microseconds. */
export const timestamptz = (name: string) => timestamp(name, { withTimezone: true })
