import * as z from 'zod/mini'

export const maximumCsvBytes = 256 * 1024
const csvMessage = 'Pilih berkas CSV, maksimal 256 KB'

/** An uploaded CSV file. */
export const csvFileField = z.file(csvMessage).check(z.maxSize(maximumCsvBytes, csvMessage))
