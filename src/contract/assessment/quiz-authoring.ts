import * as z from 'zod/mini'
import { id, response, staffEndpoint, staleError } from '#contract/kit/endpoint.ts'
import { quizInput, quizSettings, type Question } from './quiz.ts'

// Staff calls of quizzes.

const lessonParams = z.object({ id, contentId: id })

const staffQuiz = z.object({
  contentId: z.string(),
  title: z.string(),
  settings: quizSettings,
  /** Every part with its id. */
  questions: z.array(z.custom<Question>()),
  /** Version for optimistic locking; 0 before the first save. */
  version: z.number(),
  updatedAt: z.nullable(z.string()),
})
export type StaffQuiz = z.infer<typeof staffQuiz>

/** 500 questions of several thousand characters. */
const maximumQuizBytes = 4 * 1024 * 1024

/** What was read otherwise than its author may have meant it, with lines counted from 1. */
const giftNotes = z.array(z.object({ line: z.number(), message: z.string() }))

const giftMessage = 'Pilih berkas GIFT, maksimal 1 MB'
const maximumGiftBytes = 1024 * 1024

export const quizAuthoringContract = {
  exportGift: staffEndpoint
    .meta({ access: 'staff', timesPerHour: 120 })
    .route({ method: 'GET', path: '/courses/{id}/content/{contentId}/gift', summary: 'The questions of a quiz as GIFT' })
    .input(lessonParams)
    .output(z.file()),
  importGift: staffEndpoint
    .meta({ access: 'staff', timesPerHour: 60, upload: { field: 'file', maximumBytes: maximumGiftBytes, tooLarge: giftMessage } })
    .route({
      method: 'POST',
      path: '/courses/{id}/content/{contentId}/gift',
      summary: 'Add the questions of a GIFT file to a quiz; with mistakes, nothing is added and all of them are listed with their lines',
    })
    .input(z.object({ id, contentId: id, file: z.file(giftMessage).check(z.maxSize(maximumGiftBytes, giftMessage)) }))
    .output(response(z.extend(staffQuiz, { notes: giftNotes })))
    .errors({
      GIFT_MISTAKES: {
        status: 422,
        message: 'Berkas belum bisa dipakai. Perbaiki baris yang disebut, lalu coba lagi.',
        data: z.object({ errors: z.record(z.string(), z.string()), mistakes: z.array(z.object({ line: z.number(), message: z.string() })) }),
      },
    }),
  rescoreQuiz: staffEndpoint
    .meta({ access: 'staff', timesPerHour: 60 })
    .route({
      method: 'POST',
      path: '/courses/{id}/content/{contentId}/rescore',
      summary: 'Score all submitted attempts again with the questions as they are now; nobody loses a pass',
    })
    .input(lessonParams)
    .output(response(z.object({ attempts: z.number() }))),
  showQuiz: staffEndpoint
    .route({ method: 'GET', path: '/courses/{id}/content/{contentId}/quiz', summary: 'The questions and settings of a quiz, with the right answers' })
    .input(lessonParams)
    .output(response(staffQuiz)),
  saveQuiz: staffEndpoint
    .meta({ access: 'staff', maximumBodyBytes: maximumQuizBytes })
    .route({ method: 'PUT', path: '/courses/{id}/content/{contentId}/quiz', summary: 'Replace the questions and settings of a quiz' })
    .input(
      z.extend(quizInput, { id, contentId: id, version: z.number('Versi tidak valid').check(z.int('Versi tidak valid'), z.minimum(0, 'Versi tidak valid')) }),
    )
    .output(response(staffQuiz))
    .errors(staleError),
}
