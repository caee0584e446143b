import * as z from 'zod/mini'
import { at, id, response, staffEndpoint, staleError, knownVersion } from '#contract/kit/endpoint.ts'
import { quizInput, quizSettings, type Question } from './quiz.ts'

// Staff calls of quizzes.

const lessonParams = z.object({ id, contentId: id })

const staffQuiz = z.object({
  contentId: z.string(),
  title: z.string(),
  /** Null before the first chapter. */
  chapterId: z.nullable(z.string()),
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

/** Text read otherwise than its author may have meant it, with lines counted from 1. */
const giftNotes = z.array(z.object({ line: z.number(), message: z.string() }))

const maximumGiftMegabytes = 1
export const maximumGiftBytes = maximumGiftMegabytes * 1024 * 1024
/** It holds the pictures. */
const maximumXmlMegabytes = 16
const maximumXmlBytes = maximumXmlMegabytes * 1024 * 1024
const fileMessage = `Pilih berkas GIFT (maksimal ${maximumGiftMegabytes} MB) atau Moodle XML (maksimal ${maximumXmlMegabytes} MB)`

/** A question that people grade, and that could be an assignment. */
const essay = z.object({ line: z.number(), title: z.string(), /** Clean HTML. */ html: z.string() })
export type ImportedEssay = z.infer<typeof essay>

export const quizAuthoringContract = {
  exportGift: staffEndpoint
    .meta({ access: 'staff', timesPerHour: 120 })
    .route(
      at(
        'GET /courses/{id}/content/{contentId}/gift',
        'The questions of a quiz as GIFT, or with their pictures as Moodle XML',
      ),
    )
    .input(z.extend(lessonParams, { format: z._default(z.enum(['gift', 'xml'], 'Pilih gift atau xml'), 'gift') }))
    .output(z.file()),
  importGift: staffEndpoint
    .meta({
      access: 'staff',
      timesPerHour: 60,
      upload: { field: 'file', maximumBytes: maximumXmlBytes, tooLarge: fileMessage },
    })
    .route(
      at(
        'POST /courses/{id}/content/{contentId}/gift',
        'Add the questions of a GIFT or Moodle XML file to a quiz; with mistakes, nothing is added and all of them are listed with their lines, or with skipMistakes the questions of GIFT without one are added; what has no counterpart in Moodle XML is listed, and essays are offered as assignments',
      ),
    )
    .input(
      z.object({
        id,
        contentId: id,
        file: z.file(fileMessage).check(z.maxSize(maximumXmlBytes, fileMessage)),
        skipMistakes: z.optional(z.enum(['true', 'false'])),
      }),
    )
    .output(response(z.extend(staffQuiz, { notes: giftNotes, essays: z.array(essay) })))
    .errors({
      GIFT_MISTAKES: {
        status: 422,
        message: 'Berkas belum bisa dipakai. Perbaiki baris yang disebut, lalu coba lagi.',
        data: z.object({
          errors: z.record(z.string(), z.string()),
          mistakes: z.array(z.object({ line: z.number(), message: z.string() })),
          /** How many questions have none. */
          usable: z.number(),
          /** The others as GIFT, each below what is wrong; null where they cannot be told apart. */
          faulty: z.nullable(z.string()),
        }),
      },
      TOO_LARGE: {
        status: 413,
        message: `Berkas GIFT maksimal ${maximumGiftMegabytes} MB`,
        data: z.object({ errors: z.record(z.string(), z.string()) }),
      },
    }),
  rescoreQuiz: staffEndpoint
    .meta({ access: 'staff', timesPerHour: 60 })
    .route(
      at(
        'POST /courses/{id}/content/{contentId}/rescore',
        'Score all submitted attempts again with the questions as they are now; nobody loses a pass',
      ),
    )
    .input(lessonParams)
    .output(response(z.object({ attempts: z.number() }))),
  showQuiz: staffEndpoint
    .route(
      at('GET /courses/{id}/content/{contentId}/quiz', 'The questions and settings of a quiz, with the right answers'),
    )
    .input(lessonParams)
    .output(response(staffQuiz)),
  saveQuiz: staffEndpoint
    .meta({ access: 'staff', maximumBodyBytes: maximumQuizBytes })
    .route(
      at(
        'PUT /courses/{id}/content/{contentId}/quiz',
        'Replace the questions and settings of a quiz',
        'Kuis tersimpan.',
      ),
    )
    .input(
      z.extend(quizInput, {
        id,
        contentId: id,
        version: knownVersion,
      }),
    )
    .output(response(staffQuiz))
    .errors(staleError),
}
