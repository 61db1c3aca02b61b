/**
 * For what is read seldom, or small: zod writes and compiles a program for each schema that it first parses with, which takes longer than
 * any one such reading does.
 */
export const PLAINLY = { jitless: true }
