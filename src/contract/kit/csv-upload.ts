import * as z from 'zod/mini'

const maximumCsvBytes = 256 * 1024
const csvMessage = 'Pilih berkas CSV, maksimal 256 KB'

/** The meta of an endpoint that accepts a CSV file. */
export const csvUpload = { field: 'file', maximumBytes: maximumCsvBytes, tooLarge: csvMessage }

/** An uploaded CSV file. */
export const csvFileField = z.file(csvMessage).check(z.maxSize(maximumCsvBytes, csvMessage))
