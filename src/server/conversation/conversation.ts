import { bindDeps } from '#server/platform/bind-deps.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { uploadsMentioned } from '#server/platform/media/index.ts'
import { announce, changeAnnouncement, deleteAnnouncement } from './announce.ts'
import { listAnnouncements, showAnnouncement } from './announcements-list.ts'
import type { ConversationDeps } from './deps.ts'
import { acceptAnswer, answerQuestion, changeAnswer, deleteAnswer } from './questions/answer.ts'
import { readAnswerHours } from './questions/answer-hours.ts'
import { ask, changeQuestion } from './questions/ask.ts'
import { deleteQuestion } from './questions/delete-question.ts'
import { countWaiting, listInbox } from './questions/inbox.ts'
import { listQuestions, listSimilar, preview, showQuestion, uploadPicture } from './questions/list.ts'
import { unvoteAnswer, unvoteQuestion, voteForAnswer, voteForQuestion } from './questions/vote.ts'
import { blockAuthor } from './block.ts'
import { endWritingBlock, listWritingBlocks } from './blocks.ts'
import { dismissReport, hideReported, restoreReported } from './decide.ts'
import { listReports } from './reports-list.ts'
import { renderAgain } from './post-html.ts'
import { reportAnswer, reportQuestion, reportReview } from './report.ts'
import { announcements, answers, questions } from './tables.ts'

export type Conversation = ReturnType<typeof conversationModule>

/** Questions and answers, announcements, and reports of what people wrote. */
export const conversationModule = (deps: ConversationDeps) => ({
  ...bindDeps(deps, {
    listQuestions,
    listSimilar,
    showQuestion,
    ask,
    changeQuestion,
    deleteQuestion,
    preview,
    uploadPicture,
  }),
  ...bindDeps(deps, { answerQuestion, changeAnswer, deleteAnswer, acceptAnswer }),
  ...bindDeps(deps, { voteForQuestion, unvoteQuestion, voteForAnswer, unvoteAnswer }),
  ...bindDeps(deps, { listInbox, countWaiting, readAnswerHours }),
  ...bindDeps(deps, {
    reportQuestion,
    reportAnswer,
    reportReview,
    listReports,
    hideReported,
    restoreReported,
    dismissReport,
    blockAuthor,
    listWritingBlocks,
    endWritingBlock,
  }),
  ...bindDeps(deps, { listAnnouncements, showAnnouncement, announce, changeAnnouncement, deleteAnnouncement }),
  ...bindDeps(deps, { renderAgain }),
  listUploadsInUse: (tx: Tx) => uploadsMentioned(tx, [questions.html, answers.html, announcements.html]),
})
