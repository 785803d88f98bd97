/** Spec 001 §3; the labels are ours (demo-apps B1). */
export const courseCategories = ["web", "firebase", "cloud", "android"] as const;
export type CourseCategory = (typeof courseCategories)[number];

/** A reader’s status in a course: not started at 0 steps, finished at `totalSteps` (demo-apps D-3). */
export const courseStates = ["new", "underWay", "finished"] as const;
export type CourseState = (typeof courseStates)[number];

type Progress = { readonly activeStep: number; readonly totalSteps: number };

export function stateOf({ activeStep, totalSteps }: Progress): CourseState {
  if (activeStep <= 0) return "new";
  return activeStep >= totalSteps ? "finished" : "underWay";
}

/** The step to go on with, counted from 1: the first one not done, and the first one of a finished course. */
export const resumeStep = ({ activeStep, totalSteps }: Progress): number =>
  activeStep >= totalSteps ? 1 : activeStep + 1;

/** A stored course never has more steps done than it has. */
export const withinSteps = (activeStep: number, totalSteps: number): number =>
  Math.max(0, Math.min(activeStep, totalSteps));

type Question = { readonly id: string; readonly quiz: { readonly answer: number } | null };

/** The number of the first step up to `activeStep` whose question is not answered right; null if all are. */
export function openQuestion(
  steps: readonly Question[],
  answers: Readonly<Record<string, number>>,
  activeStep: number,
): number | null {
  const place = steps.slice(0, activeStep).findIndex(({ id, quiz }) => quiz !== null && answers[id] !== quiz.answer);
  return place < 0 ? null : place + 1;
}

/** A plain address part of a title: `Onboard a retailer` is `onboard-a-retailer`. */
export const slugOf = (title: string): string =>
  title
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
    .replaceAll(/^-|-$/g, "")
    .slice(0, 80);
