import type { ReportAttempt } from "../../data/report.js";
import { failureMessage, type AttemptFailure } from "../../data/failures.js";
import { moment } from "../../figures/time.js";

type ErrorFacts = NonNullable<AttemptFailure["error"]>;

/** The failures of a case's attempts, the latest first: error, causes, stack and last output. */
export function AttemptFailures({ attempts }: { readonly attempts: readonly ReportAttempt[] }) {
  const failed = attempts.filter((attempt) => attempt.failure !== null).toReversed();
  if (failed.length === 0) return null;
  return (
    <section class="failures" aria-label="Failures of this case">
      {failed.map((attempt) =>
        attempt.failure === null ? null : <Failure key={attempt.attempt} attempt={attempt} failure={attempt.failure} />,
      )}
    </section>
  );
}

function Failure({ attempt, failure }: { readonly attempt: ReportAttempt; readonly failure: AttemptFailure }) {
  return (
    <div class="failure">
      <p>
        <span class="failure-class">{failure.class.replaceAll("_", " ")}</span>
        <span class="failure-message">{failureMessage(failure)}</span>
        <span class="hint">
          attempt {attempt.attempt} on {attempt.worker}, {moment(attempt.startedAt)}
        </span>
      </p>
      {failure.error === null ? null : <ErrorDetails error={failure.error} />}
      {failure.lastOutput === "" ? null : (
        <details>
          <summary>Last output of the worker</summary>
          <pre tabIndex={0}>{failure.lastOutput}</pre>
        </details>
      )}
    </div>
  );
}

function ErrorDetails({ error }: { readonly error: ErrorFacts }) {
  return (
    <details>
      <summary>Stack{error.cause === null ? "" : " and cause"}</summary>
      <pre tabIndex={0}>{stackText(error)}</pre>
    </details>
  );
}

function stackText({ stack, type, message, cause }: ErrorFacts): string {
  const own = stack === "" ? `${type}: ${message}` : stack;
  return cause === null ? own : `${own}\n\ncaused by ${stackText(cause)}`;
}
