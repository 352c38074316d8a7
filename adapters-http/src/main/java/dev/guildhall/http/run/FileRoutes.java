package dev.guildhall.http.run;

import dev.guildhall.http.Access;
import dev.guildhall.http.Exchange;
import dev.guildhall.http.Route;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.run.Artifact;
import dev.guildhall.ports.run.Content;
import dev.guildhall.ports.run.RunId;
import dev.guildhall.ports.run.Runs;
import dev.guildhall.ports.run.Sha256;
import dev.guildhall.wire.json.Json;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Screenshots and files of runs over HTTP, for bearers of access tokens and by signed links (runs-21). */
public final class FileRoutes {
    private final Runs runs;
    private final Supplier<String> address;
    private final Supplier<Optional<String>> reports;
    private final LinkSigner signer;

    /**
     * @param address the public address of the service at this time, without a slash at its end; the links begin with it
     * @param reports the same for links to reports, of another host, where the service serves nothing else; absent when
     *     there is none, and reports are downloads
     * @param signer makes and checks the links
     */
    public FileRoutes(Runs runs, Supplier<String> address, Supplier<Optional<String>> reports, LinkSigner signer) {
        this.runs = runs;
        this.address = address;
        this.reports = reports;
        this.signer = signer;
    }

    public List<Route> routes() {
        return List.of(
                Route.get(
                        "/runs/{runId}/images/{sha256}", Access.BEARER, exchange -> image(exchange, exchange.caller())),
                Route.get("/runs/{runId}/artifacts", Access.BEARER, this::list),
                Route.get(
                        "/runs/{runId}/artifacts/{name...}",
                        Access.BEARER,
                        exchange -> artifact(exchange, exchange.caller())),
                Route.post("/runs/{runId}/links", Access.BEARER, this::links),
                Route.get(
                        "/runs/{runId}/signed/{token}/images/{sha256}",
                        Access.LINK,
                        exchange -> image(exchange, signedFor(exchange))),
                Route.get(
                        "/runs/{runId}/signed/{token}/artifacts/{name...}",
                        Access.LINK,
                        exchange -> artifact(exchange, signedFor(exchange))));
    }

    private Caller signedFor(Exchange exchange) {
        return signer.verify(RunReaders.run(exchange), exchange.path("token"))
                .orElseThrow(() -> new Refusal(new CommonProblem.NotFound("link")));
    }

    private void image(Exchange exchange, Caller caller) {
        Sha256 digest = RunReaders.image(exchange);
        FileResponse.image(exchange, digest, content(exchange, caller, digest, "image"));
    }

    private void artifact(Exchange exchange, Caller caller) {
        String name = exchange.path("name");
        Artifact artifact = runs.artifacts(caller, RunReaders.run(exchange)).stream()
                .filter(one -> one.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new Refusal(new CommonProblem.NotFound("artifact")));
        FileResponse.artifact(
                exchange, artifact, content(exchange, caller, artifact.content(), "artifact"), hasOwnOrigin(exchange));
    }

    private boolean hasOwnOrigin(Exchange exchange) {
        return reports.get()
                .map(url -> URI.create(url).getHost())
                .filter(exchange.host()::equalsIgnoreCase)
                .isPresent();
    }

    private Content content(Exchange exchange, Caller caller, Sha256 digest, String what) {
        return runs.open(caller, RunReaders.run(exchange), digest)
                .orElseThrow(() -> new Refusal(new CommonProblem.NotFound(what)));
    }

    private void list(Exchange exchange) {
        RunId id = RunReaders.run(exchange);
        FileAddresses files = FileAddresses.of(address.get(), id);
        List<Artifact> artifacts = runs.artifacts(exchange.caller(), id);
        exchange.json(200, Json.list("artifacts", artifacts, artifact -> ArtifactJson.of(artifact, files)));
    }

    private void links(Exchange exchange) {
        RunId id = RunReaders.run(exchange);
        Caller.User user = exchange.caller().requireUser();
        List<Runs.ListedScreenshot> screenshots = runs.screenshots(user, id);
        List<Artifact> artifacts = runs.artifacts(user, id);
        LinkSigner.Token token = signer.sign(id, user);
        Optional<String> report = artifacts.stream()
                .map(Artifact::name)
                .filter(FileResponse.REPORT_PAGE::equals)
                .map(FileAddresses.signed(reports.get().orElseGet(address), id, token.text())::artifact)
                .findFirst();
        exchange.secretJson(
                200,
                LinksJson.of(
                        token, report, screenshots, artifacts, FileAddresses.signed(address.get(), id, token.text())));
    }

    record LinksJson(
            String expiresAt,
            @Nullable String report,
            List<LinkedScreenshotJson> screenshots,
            List<FileJson> artifacts) {
        static LinksJson of(
                LinkSigner.Token token,
                Optional<String> report,
                List<Runs.ListedScreenshot> screenshots,
                List<Artifact> artifacts,
                FileAddresses files) {
            return new LinksJson(
                    Json.timestamp(token.expiresAt()),
                    report.orElse(null),
                    screenshots.stream()
                            .map(screenshot -> LinkedScreenshotJson.of(ScreenshotJson.of(screenshot, files)))
                            .toList(),
                    artifacts.stream()
                            .map(artifact -> new FileJson(artifact.name(), files.artifact(artifact.name())))
                            .toList());
        }

        record LinkedScreenshotJson(
                String name,
                String browser,
                String file,
                String url,
                @Nullable String diffUrl,
                @Nullable String baselineUrl) {
            static LinkedScreenshotJson of(ScreenshotJson screenshot) {
                return new LinkedScreenshotJson(
                        screenshot.name(),
                        screenshot.browser(),
                        screenshot.file(),
                        screenshot.url(),
                        screenshot.diffUrl(),
                        screenshot.baselineUrl());
            }
        }

        record FileJson(String name, String url) {}
    }
}
