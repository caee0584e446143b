import { cleanText } from '#server/platform/search-text.ts'
import { findMeaning, isFiller, maximumPhraseWords, roots, type Preference } from './words.ts'

/** One search term of a query. */
export type Term = {
  /** The text in lower case; several words for a phrase ("basis data"). Only letters and digits unless `isSymbol`. */
  text: string
  /** Contains significant signs ("100%", "c++"), so it is searched as a literal substring. */
  isSymbol: boolean
  synonyms: string[]
  /** Names that contain the text and mean another subject: "react native" for "react". */
  unlike: string[]
  /** A level or "gratis". */
  preference: Preference | null
  /** No course contains this spelling, so similar words are searched, too. */
  isMisspelled: boolean
}

const maximumTerms = 10

/** The terms of a query, in order. Accepts any text; empty without a word or sign. */
export function parseQuery(query: string): Term[] {
  const words = splitWords(query)
  const terms: Term[] = []
  for (let at = 0; at < words.length && terms.length < maximumTerms;) {
    const length = phraseLength(words, at)
    terms.push(toTerm(words.slice(at, at + length).join(' ')))
    at += length
  }
  const significant = terms.filter(({ text, preference }) => preference !== null || !isFiller(text))
  // A query of filler words only ("kelas") is searched as it was typed.
  return unique(significant.length > 0 ? significant : terms)
}

function splitWords(query: string): string[] {
  // An apostrophe is part of a word, and the index knows words without it, too.
  return cleanText(query)
    .replaceAll(/(?<=\p{L})['\u2018\u2019\u02BC\u00B4`](?=\p{L})/gu, '')
    .split(/\s+/)
    .flatMap((word) =>
      /[%_\\+#]/.test(word) || !/[\p{L}\p{N}]/u.test(word) ? [word] : word.split(/[^\p{L}\p{N}\p{M}]+/u),
    )
    .filter(Boolean)
}

/** The number of words of the known phrase at this index; 1 when there is none. */
function phraseLength(words: readonly string[], at: number): number {
  for (let length = maximumPhraseWords; length > 1; length--) {
    if (at + length <= words.length && findMeaning(words.slice(at, at + length).join(' '))) return length
  }
  return 1
}

export function toTerm(text: string): Term {
  const isSymbol = !/^[\p{L}\p{N}\p{M} ]+$/u.test(text)
  const meaning = findMeaning(text)
  return {
    text,
    isSymbol,
    synonyms: [...new Set([...(meaning?.synonyms ?? []), ...(isSymbol ? [] : roots(text))])],
    unlike: meaning?.unlike ?? [],
    preference: meaning?.preference ?? null,
    isMisspelled: false,
  }
}

/** Joins neighbouring terms that are a known phrase, which typos may have hidden ("reakt natif"). */
export function joinPhrases(terms: readonly Term[]): Term[] {
  const joined: Term[] = []
  const words = terms.map(({ text }) => text)
  for (let at = 0; at < terms.length;) {
    const length = phraseLength(words, at)
    const parts = terms.slice(at, at + length)
    const [first] = parts
    const isMisspelled = parts.some((part) => part.isMisspelled)
    if (first) joined.push(length === 1 ? first : { ...toTerm(words.slice(at, at + length).join(' ')), isMisspelled })
    at += length
  }
  return unique(joined)
}

const unique = (terms: readonly Term[]): Term[] =>
  terms.filter(({ text }, index) => terms.findIndex((other) => other.text === text) === index)
