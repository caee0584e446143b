import * as z from 'zod/mini'
import { postText } from './post-text.ts'

const reason = postText('Tulis alasannya')
export const reportInput = z.object({
  reason: reason.check(z.minLength(3, 'Alasan minimal 3 karakter'), z.maxLength(500, 'Alasan maksimal 500 karakter')),
})
