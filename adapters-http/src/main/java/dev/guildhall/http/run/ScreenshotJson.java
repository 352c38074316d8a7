package dev.guildhall.http.run;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.run.RunId;
import dev.guildhall.ports.run.Runs;
import dev.guildhall.ports.run.Screenshot;
import dev.guildhall.ports.run.Screenshot.Approval;
import dev.guildhall.ports.run.Sha256;
import dev.guildhall.wire.json.Json;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The JSON of a screenshot (runs-14 to runs-16); fields without a value are omitted. */
@JsonInclude(JsonInclude.Include.NON_NULL)
record ScreenshotJson(
        String name,
        String url,
        String status,
        @Nullable String diffUrl,
        @Nullable String baselineUrl,
        @Nullable String reason,
        String browser,
        String file,
        String test,
        @Nullable String browserVersion,
        @Nullable String note,
        @Nullable String approvedAt,
        @Nullable String approvedBy) {
    static ScreenshotJson of(Runs.ListedScreenshot listed, FileAddresses files) {
        Screenshot screenshot = listed.screenshot();
        return new ScreenshotJson(
                screenshot.name(),
                files.image(screenshot.image()),
                status(screenshot),
                diff(screenshot).map(files::image).orElse(null),
                screenshot.baseline().map(files::image).orElse(null),
                reason(screenshot),
                screenshot.key().project(),
                screenshot.key().file(),
                screenshot.test().label(),
                screenshot.browserVersion().isEmpty() ? null : screenshot.browserVersion(),
                listed.baselineBrowser()
                        .map(before -> "the browser's version is " + screenshot.browserVersion()
                                + "; the baseline was taken with " + before)
                        .orElse(null),
                screenshot.approval().map(Approval::at).map(Json::timestamp).orElse(null),
                screenshot.approval().map(Approval::by).map(UserId::value).orElse(null));
    }

    private static String status(Screenshot screenshot) {
        return screenshot.isPassed() ? "passed" : "failed";
    }

    /** Absent for a screenshot without a baseline: all of it differs. */
    private static Optional<Sha256> diff(Screenshot screenshot) {
        return screenshot.isPassed() ? Optional.empty() : screenshot.diff().or(() -> Optional.of(screenshot.image()));
    }

    private static @Nullable String reason(Screenshot screenshot) {
        if (screenshot.isPassed()) {
            return null;
        }
        return screenshot.verdict() == Screenshot.Verdict.NO_BASELINE ? "no_baseline" : "different";
    }

    record ApprovedJson(
            String runId,
            String name,
            String browser,
            String file,
            String status,
            String approvedAt,
            String approvedBy,
            BaselineDigestsJson baseline) {
        static ApprovedJson of(RunId run, Screenshot screenshot) {
            Approval approval = screenshot
                    .approval()
                    .orElseThrow(() -> new IllegalStateException("approved without an approval: " + run));
            return new ApprovedJson(
                    run.value(),
                    screenshot.name(),
                    screenshot.key().project(),
                    screenshot.key().file(),
                    ScreenshotJson.status(screenshot),
                    Json.timestamp(approval.at()),
                    approval.by().value(),
                    new BaselineDigestsJson(
                            screenshot.image().value(),
                            approval.previous().map(Sha256::value).orElse(null)));
        }
    }

    /** The digests of the new baseline and of the previous one. */
    record BaselineDigestsJson(String sha256, @Nullable String previousSha256) {}

    /** A screenshot that could not be approved; {@code browser} and {@code file} are null when no screenshot has the name. */
    record RefusedJson(
            String name, @Nullable String browser, @Nullable String file, RunJson.ErrorJson error) {}

    record ManyApprovedJson(List<ApprovedJson> approved, List<RefusedJson> failed) {}
}
