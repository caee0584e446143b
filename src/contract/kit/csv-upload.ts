import * as z from 'zod/mini'

export type CsvUpload = { field: 'file'; maximumBytes: number; tooLarge: string }

/** The meta of an endpoint that accepts a CSV file of so many megabytes. */
export const csvUploadOf = (megabytes: number): CsvUpload => ({
  field: 'file',
  maximumBytes: megabytes * 1024 * 1024,
  tooLarge: `Pilih berkas CSV, maksimal ${megabytes < 1 ? `${megabytes * 1024} KB` : `${megabytes} MB`}`,
})
/** An uploaded CSV file. */
export const csvFileFieldOf = ({ maximumBytes, tooLarge }: CsvUpload) =>
  z.file(tooLarge).check(z.maxSize(maximumBytes, tooLarge))

/** The rows of an uploaded CSV that were or would be left out, as CSV with their line and what is wrong; null without any. */
export const faulty = z.nullable(z.string())

export const csvUpload = csvUploadOf(0.25)
export const csvFileField = csvFileFieldOf(csvUpload)
