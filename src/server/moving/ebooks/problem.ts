/** A problem in the folder that its author can fix. */
export type Problem = { file: string; line: number; message: string }

export const describeProblem = ({ file, line, message }: Problem): string => `${file}:${line}: ${message}`

export type ImageRef = {
  /** Path inside the folder. */ path: string
  caption: string
  /** Where it is referenced. */
  file: string
  line: number
}

export type SourceSection = { heading: string; markdown: string; image: ImageRef | null; images: ImageRef[] }
export type SourceModule = { title: string; topics: { title: string; sections: SourceSection[] }[] }
