/** Of courses with code exercises: the editor weighs as much as many articles. */
export const exerciseCode = [
  'src/contract/exercises/exercises.ts',
  'src/web/exercises/editor/code-editor.tsx',
  'src/web/exercises/editor/languages.ts',
  'src/web/exercises/player/draft-merge.ts',
  'src/web/exercises/player/exercise-player.tsx',
]

/** Source files that the lessons of a course load later, as the Vite manifest names them. Not in `source-files.ts`, which every page loads. */
export const courseCode = [
  'src/contract/assessment/quiz-attempts.ts',
  'src/web/assessment/player/quiz-player.tsx',
  'src/web/assessment/submissions/assignment-player.tsx',
  'src/web/catalog/video/uploaded-video.tsx',
  'src/web/catalog/video/youtube-player.tsx',
  'src/web/conversation/questions/questions-panel.tsx',
  'src/web/learning/player/lesson-files.tsx',
  'src/web/learning/player/notes/note-moments.tsx',
  'src/web/learning/player/position/lesson-transcript.tsx',
]
