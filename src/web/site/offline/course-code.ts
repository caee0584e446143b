/** Saved with code exercises only: the editor weighs as much as many articles. */
export const exerciseCode = [
  'src/contract/exercises/exercises.ts',
  'src/web/exercises/code-editor.tsx',
  'src/web/exercises/python-language.ts',
  'src/web/exercises/sql-language.ts',
  'src/web/exercises/web-languages.ts',
  'src/web/exercises/draft-merge.ts',
  'src/web/exercises/exercise-player.tsx',
]

/** Source files that the lessons of a course load later, as the Vite manifest names them. Not in `source-files.ts`, which every page loads. */
export const courseCode = [
  'src/contract/assessment/quiz-attempts.ts',
  'src/web/assessment/quiz-player.tsx',
  'src/web/assessment/assignment-player.tsx',
  'src/web/catalog/video/uploaded-video.tsx',
  'src/web/catalog/video/youtube-player.tsx',
  'src/web/conversation/questions-panel.tsx',
  'src/web/learning/player/lesson-files.tsx',
  'src/web/learning/player/note-moments.tsx',
  'src/web/learning/player/position/lesson-transcript.tsx',
]

/** Source files of the schedule. */
export const scheduleCode = [
  'src/web/site/slots/schedule-slots.tsx',
  'src/web/site/student-area/student-error.tsx',
  'src/web/site/student-area/student-layout.tsx',
]
