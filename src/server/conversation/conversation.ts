import type { ListAnnouncementsInput, AnnounceInput } from '#contract/conversation/announcements.ts'
import type { InboxInput, ListReportsInput } from '#contract/conversation/moderation.ts'
import type { ListQuestionsInput } from '#contract/conversation/questions.ts'
import type { Viewer } from '#server/platform/http/index.ts'
import { uploadsMentioned } from '#server/platform/uploads/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { announce, changeAnnouncement, deleteAnnouncement } from './announcements/announce.ts'
import { listAnnouncements, showAnnouncement } from './announcements/list.ts'
import type { ConversationDeps } from './deps.ts'
import { acceptAnswer, answerQuestion, changeAnswer, deleteAnswer } from './questions/answer.ts'
import { ask, changeQuestion, deleteQuestion } from './questions/ask.ts'
import { countWaiting, listInbox } from './questions/inbox.ts'
import { listQuestions, listSimilar, preview, showQuestion, uploadPicture } from './questions/list.ts'
import { voteForAnswer, voteForQuestion } from './questions/vote.ts'
import { blockAuthor } from './reports/block.ts'
import { decide, isDecidedBy, type Decision } from './reports/decide.ts'
import { listReports } from './reports/list.ts'
import { report, type Reported } from './reports/report.ts'
import { announcements, answers, questions } from './tables.ts'

export type Conversation = ReturnType<typeof conversationModule>

/** Questions and answers, announcements, and reports of what people wrote. */
export function conversationModule(deps: ConversationDeps) {
  return {
    listQuestions: (viewer: Viewer, courseId: string, input: ListQuestionsInput) => listQuestions(deps, viewer, courseId, input),
    listSimilar: (viewer: Viewer, courseId: string, title: string) => listSimilar(deps, viewer, courseId, title),
    ask: (viewer: Viewer, courseId: string, input: Parameters<typeof ask>[3]) => ask(deps, viewer, courseId, input),
    showQuestion: (viewer: Viewer, id: string) => showQuestion(deps, viewer, id),
    changeQuestion: (viewer: Viewer, id: string, input: Parameters<typeof changeQuestion>[3]) => changeQuestion(deps, viewer, id, input),
    deleteQuestion: (viewer: Viewer, id: string) => deleteQuestion(deps, viewer, id),
    answerQuestion: (viewer: Viewer, id: string, input: Parameters<typeof answerQuestion>[3]) => answerQuestion(deps, viewer, id, input),
    uploadPicture: (viewer: Viewer, courseId: string, image: File) => uploadPicture(deps, viewer, courseId, image),
    preview: (viewer: Viewer, courseId: string, text: string) => preview(deps, viewer, courseId, text),
    changeAnswer: (viewer: Viewer, id: string, text: string) => changeAnswer(deps, viewer, id, text),
    deleteAnswer: (viewer: Viewer, id: string) => deleteAnswer(deps, viewer, id),
    acceptAnswer: (viewer: Viewer, id: string, answerId: string | null) => acceptAnswer(deps, viewer, id, answerId),
    voteForQuestion: (viewer: Viewer, id: string, hasVoted: boolean) => voteForQuestion(deps, viewer, id, hasVoted),
    voteForAnswer: (viewer: Viewer, id: string, hasVoted: boolean) => voteForAnswer(deps, viewer, id, hasVoted),

    listInbox: (staff: Viewer, input: InboxInput) => listInbox(deps, staff, input),
    countWaiting: (staff: Viewer) => countWaiting(deps, staff),

    report: (viewer: Viewer, reported: Reported, reason: string) => report(deps, viewer, reported, reason),
    listReports: async (staff: Viewer, input: ListReportsInput) => listReports(deps, await isDecidedBy(deps, staff), input),
    blockAuthor: (staff: Viewer, id: string, isToBeBlocked: boolean) => blockAuthor(deps, staff, id, isToBeBlocked),
    decide: (staff: Viewer, id: string, decision: Decision, reason: string | undefined) => decide(deps, staff, id, decision, reason),

    announce: (staff: Viewer, courseId: string, input: AnnounceInput) => announce(deps, staff, courseId, input),
    changeAnnouncement: (staff: Viewer, id: string, change: Parameters<typeof changeAnnouncement>[3]) => changeAnnouncement(deps, staff, id, change),
    deleteAnnouncement: (staff: Viewer, id: string) => deleteAnnouncement(deps, staff, id),
    listAnnouncements: (viewer: Viewer, courseId: string, input: ListAnnouncementsInput) => listAnnouncements(deps, viewer, courseId, input),
    showAnnouncement: (viewer: Viewer, id: string) => showAnnouncement(deps, viewer, id),

    listUploadsInUse: (tx: Tx) => uploadsMentioned(tx, [questions.html, answers.html, announcements.html]),
  }
}
