import * as z from 'zod/mini'
import { at, id, response, signedInEndpoint } from '#contract/kit/endpoint.ts'
import { cursor, keysetResponse } from '#contract/kit/keyset-list.ts'
import { imageFile, maximumImageBytes } from '#contract/kit/media/images.ts'
import { postText, postTitle } from './post-text.ts'
import { reportInput } from './report-input.ts'

// Questions of students, for those enrolled in the course and its staff.

/** So many answers has a question at most. */
export const maximumAnswers = 200
/** A post can be changed for so long. */
export const editHours = 24

/** Who wrote something; the name that the others in the course see. */
export const author = z.object({ _id: z.string(), name: z.string(), avatar: z.string(), isInstructor: z.boolean() })

const question = z.object({
  _id: z.string(),
  courseId: z.string(),
  contentId: z.nullable(z.string()),
  content: z.nullable(z.object({ _id: z.string(), title: z.string() })),
  /** A second of the lesson's video. */
  second: z.nullable(z.number()),
  /** Null in a deleted question, as its text and its asker. */
  title: z.nullable(z.string()),
  /** Markdown, as written. */
  text: z.nullable(z.string()),
  html: z.nullable(z.string()),
  /** Null also when the account is gone. */
  asker: z.nullable(author),
  createdAt: z.string(),
  editedAt: z.nullable(z.string()),
  isEdited: z.boolean(),
  isDeleted: z.boolean(),
  /** Why staff hid it; only staff and the asker see a hidden question. */
  hiddenReason: z.nullable(z.string()),
  votes: z.number(),
  hasVoted: z.boolean(),
  answerCount: z.number(),
  isAnswered: z.boolean(),
  acceptedAnswerId: z.nullable(z.string()),
  isMine: z.boolean(),
  /** The viewer may change its text now. */
  canEdit: z.boolean(),
})
export type Question = z.infer<typeof question>

const answer = z.object({
  _id: z.string(),
  questionId: z.string(),
  text: z.string(),
  html: z.string(),
  author: z.nullable(author),
  /** Shown as the badge 'Instruktur'. */
  isInstructor: z.boolean(),
  isAccepted: z.boolean(),
  createdAt: z.string(),
  editedAt: z.nullable(z.string()),
  isEdited: z.boolean(),
  hiddenReason: z.nullable(z.string()),
  votes: z.number(),
  hasVoted: z.boolean(),
  isMine: z.boolean(),
  canEdit: z.boolean(),
})
export type Answer = z.infer<typeof answer>

const questionDetail = z.extend(question, {
  course: z.object({ _id: z.string(), title: z.string() }),
  /** The accepted one first, then those with most votes, then the oldest. */
  answers: z.array(answer),
  viewer: z.object({ isStaff: z.boolean(), canAccept: z.boolean() }),
})
export type QuestionDetail = z.infer<typeof questionDetail>

const pageMessage = 'Halaman tidak valid'
const limitMessage = 'Jumlah per halaman 1–100'
const listQuestionsInput = z.object({
  q: z.optional(z.string().check(z.trim(), z.maxLength(100, 'Kata pencarian maksimal 100 karakter'))),
  contentId: z.optional(id),
  filter: z._default(z.enum(['unanswered', 'mine', 'all'], 'Filter tidak dikenal'), 'all'),
  sort: z._default(z.enum(['newest', 'top'], 'Urutan tidak dikenal'), 'newest'),
  page: z._default(
    z.coerce.number(pageMessage).check(z.int(pageMessage), z.minimum(1, pageMessage), z.maximum(1000, pageMessage)),
    1,
  ),
  limit: z._default(
    z.coerce.number(limitMessage).check(z.int(limitMessage), z.minimum(1, limitMessage), z.maximum(100, limitMessage)),
    20,
  ),
  cursor,
})
export type ListQuestionsInput = z.output<typeof listQuestionsInput>

const secondMessage = 'Detik video tidak valid'
const second = z.nullable(
  z.number(secondMessage).check(z.int(secondMessage), z.minimum(0, secondMessage), z.maximum(86_400, secondMessage)),
)
const title = postTitle('Tulis judul pertanyaanmu')
const questionText = postText('Tulis pertanyaanmu')
const answerText = postText('Tulis jawabanmu')
/** Made by the sender: a post that arrives again with the same key is not stored again; with other words, it replaces the first one. */
const key = z.optional(id)
export const askInput = z.object({
  title,
  text: questionText,
  contentId: z.optional(z.nullable(id)),
  second: z.optional(second),
  key,
})
export const changeQuestionInput = z.object({
  title: z.optional(title),
  text: z.optional(questionText),
  contentId: z.optional(z.nullable(id)),
  second: z.optional(second),
})
const answerInput = z.object({ text: answerText, key })
const previewInput = z.object({ text: postText('Tulis dulu teksnya') })

const notEnrolled = {
  NOT_ENROLLED: { status: 403, message: 'Tanya jawab untuk siswa yang terdaftar di kelas ini.' },
  BLOCKED: { status: 403, message: 'Pengelola menghentikan tulisanmu di tanya jawab ini. Kamu tetap bisa membaca.' },
} as const
const notAuthor = { FORBIDDEN: { status: 403, message: 'Hanya penulisnya yang bisa mengubah ini.' } } as const
const closed = { QUESTION_DELETED: { status: 409, message: 'Pertanyaan ini sudah dihapus.' } } as const
const editClosed = {
  EDIT_CLOSED: { status: 409, message: `Tulisan bisa diubah dalam ${editHours} jam setelah dikirim.` },
} as const
const sentAgain = {
  ...editClosed,
  CHANGED_SINCE: {
    status: 409,
    message: 'Tulisan ini sudah terkirim, lalu diubah di tempat lain. Ubah langsung di tanya jawab.',
  },
} as const
const ownPost = { OWN_POST: { status: 409, message: 'Ini tulisanmu sendiri.' } } as const
const alreadyReported = {
  ALREADY_REPORTED: { status: 409, message: 'Kamu sudah melaporkan ini. Terima kasih!' },
} as const

const byId = z.object({ id })
const vote = response(z.object({ votes: z.number(), hasVoted: z.boolean() }))
const reported = response(z.object({ _id: z.string() }))
/** Some characters take several bytes. */
const maximumBodyBytes = 200_000
const writing = signedInEndpoint.meta({ access: 'signed-in', maximumBodyBytes })
/** Writes that store nothing new, so that nothing else counts them. */
const rewriting = signedInEndpoint.meta({ access: 'signed-in', maximumBodyBytes, timesPerHour: 240 })

export const questionsContract = {
  listQuestions: signedInEndpoint
    .route(at('GET /courses/{id}/questions', 'The questions of a course'))
    .input(z.extend(listQuestionsInput, { id }))
    .output(keysetResponse(question))
    .errors(notEnrolled),
  listSimilarQuestions: signedInEndpoint
    .route(at('GET /courses/{id}/questions/similar', 'Questions with a title like this one, at most five'))
    .input(z.object({ id, title: z.string().check(z.maxLength(300, 'Maksimal 300 karakter')) }))
    .output(response(z.array(question)))
    .errors(notEnrolled),
  askQuestion: writing
    .route(
      at('POST /courses/{id}/questions', 'Ask a question in a course', {
        successStatus: 201,
        successDescription: 'Pertanyaanmu terkirim.',
      }),
    )
    .input(z.extend(askInput, { id }))
    .output(response(questionDetail))
    .errors({ ...notEnrolled, ...closed, ...sentAgain }),
  previewPost: rewriting
    .route(at('POST /courses/{id}/questions/preview', 'What I am writing as it will be shown; nothing is stored'))
    .input(z.extend(previewInput, { id }))
    .output(response(z.object({ html: z.string() })))
    .errors(notEnrolled),
  uploadPostPicture: signedInEndpoint
    .meta({ access: 'signed-in', upload: { field: 'image', maximumBytes: maximumImageBytes } })
    .route(
      at('POST /courses/{id}/questions/pictures', 'Upload a picture for a question or an answer', {
        successStatus: 201,
      }),
    )
    .input(z.object({ id, image: imageFile('Pilih gambar dulu') }))
    .output(response(z.object({ url: z.string() })))
    .errors(notEnrolled),
  showQuestion: signedInEndpoint
    .route(at('GET /questions/{id}', 'A question with its answers'))
    .input(byId)
    .output(response(questionDetail))
    .errors(notEnrolled),
  changeQuestion: rewriting
    .route(at('PATCH /questions/{id}', `Change my question within ${editHours} hours`, 'Pertanyaan tersimpan.'))
    .input(z.extend(changeQuestionInput, { id }))
    .output(response(questionDetail))
    .errors({ ...notEnrolled, ...notAuthor, ...closed, ...editClosed }),
  deleteQuestion: signedInEndpoint
    .route(at('DELETE /questions/{id}', 'Delete a question; with answers, its place stays', 'Pertanyaan dihapus.'))
    .input(byId)
    .output(response(z.null()))
    .errors({ ...notEnrolled, ...notAuthor }),
  answerQuestion: writing
    .route(
      at('POST /questions/{id}/answers', 'Answer a question', {
        successStatus: 201,
        successDescription: 'Jawabanmu terkirim.',
      }),
    )
    .input(z.extend(answerInput, { id }))
    .output(response(answer))
    .errors({
      ...notEnrolled,
      ...closed,
      ...sentAgain,
      TOO_MANY_ANSWERS: { status: 409, message: 'Pertanyaan ini sudah punya sangat banyak jawaban.' },
    }),
  changeAnswer: rewriting
    .route(at('PATCH /answers/{id}', `Change my answer within ${editHours} hours`, 'Jawaban tersimpan.'))
    .input(z.object({ id, text: answerText }))
    .output(response(answer))
    .errors({ ...notEnrolled, ...notAuthor, ...closed, ...editClosed }),
  deleteAnswer: signedInEndpoint
    .route(at('DELETE /answers/{id}', 'Delete an answer', 'Jawaban dihapus.'))
    .input(byId)
    .output(response(z.null()))
    .errors({ ...notEnrolled, ...notAuthor }),
  voteForQuestion: signedInEndpoint
    .route(at('PUT /questions/{id}/vote', 'Vote for a question of another person'))
    .input(byId)
    .output(vote)
    .errors({ ...notEnrolled, ...closed, ...ownPost }),
  unvoteQuestion: signedInEndpoint
    .route(at('DELETE /questions/{id}/vote', 'Take my vote back'))
    .input(byId)
    .output(vote)
    .errors({ ...notEnrolled, ...closed }),
  voteForAnswer: signedInEndpoint
    .route(at('PUT /answers/{id}/vote', 'Vote for an answer of another person'))
    .input(byId)
    .output(vote)
    .errors({ ...notEnrolled, ...closed, ...ownPost }),
  unvoteAnswer: signedInEndpoint
    .route(at('DELETE /answers/{id}/vote', 'Take my vote back'))
    .input(byId)
    .output(vote)
    .errors({ ...notEnrolled, ...closed }),
  acceptAnswer: signedInEndpoint
    .route(at('PUT /questions/{id}/accepted', 'Accept an answer, or none: the asker and staff'))
    .input(z.object({ id, answerId: z.nullable(id) }))
    .output(response(questionDetail))
    .errors({
      ...notEnrolled,
      ...closed,
      FORBIDDEN: { status: 403, message: 'Hanya penanya dan instruktur yang bisa memilih jawaban.' },
    }),
  reportQuestion: signedInEndpoint
    .route(at('POST /questions/{id}/report', 'Report a question', { successStatus: 201 }))
    .input(z.extend(reportInput, { id }))
    .output(reported)
    .errors({ ...alreadyReported, ...ownPost, ...closed }),
  reportAnswer: signedInEndpoint
    .route(at('POST /answers/{id}/report', 'Report an answer', { successStatus: 201 }))
    .input(z.extend(reportInput, { id }))
    .output(reported)
    .errors({ ...alreadyReported, ...ownPost }),
  reportReview: signedInEndpoint
    .route(at('POST /courses/{id}/reviews/{reviewId}/report', 'Report a review', { successStatus: 201 }))
    .input(z.extend(reportInput, { id, reviewId: id }))
    .output(reported)
    .errors({ ...alreadyReported, ...ownPost }),
}
