package dev.guildhall.http.run;

import dev.guildhall.http.Access;
import dev.guildhall.http.Exchange;
import dev.guildhall.http.Route;
import dev.guildhall.http.run.SuiteJson.BaselineJson;
import dev.guildhall.ports.Page;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.run.Baseline;
import dev.guildhall.ports.run.BaselineVersion;
import dev.guildhall.ports.run.Content;
import dev.guildhall.ports.run.Runs;
import dev.guildhall.ports.run.Sha256;
import dev.guildhall.ports.run.SuiteName;
import dev.guildhall.ports.run.Suites;
import dev.guildhall.wire.json.EnumNames;
import dev.guildhall.wire.json.Json;
import dev.guildhall.wire.json.JsonBody;
import dev.guildhall.wire.json.RequestReader;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Suites and their baselines over HTTP (runs-24 to runs-26). */
public final class SuiteRoutes {
    private final Suites suites;
    private final Supplier<String> address;

    /**
     * @param address the public address of the service at this time, without a slash at its end; the addresses of screenshots begin
     *     with it
     */
    public SuiteRoutes(Suites suites, Supplier<String> address) {
        this.suites = suites;
        this.address = address;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/suites", Access.BEARER, this::list),
                Route.get("/suites/{name}", Access.BEARER, this::find),
                Route.get("/suites/{name}/tests", Access.BEARER, this::tests),
                Route.get("/suites/{name}/baselines", Access.BEARER, this::baselines),
                Route.post("/suites/{name}/baselines/restore", Access.BEARER, this::restore),
                Route.get("/suites/{name}/images/{sha256}", Access.BEARER, this::image));
    }

    private void list(Exchange exchange) {
        List<SuiteJson> all =
                suites.list(exchange.caller()).stream().map(SuiteJson::of).toList();
        List<String> browsers =
                suites.browsers(exchange.caller()).stream().map(EnumNames::of).toList();
        exchange.json(200, new SuiteJson.ListJson(all, browsers));
    }

    private void find(Exchange exchange) {
        SuiteName name = RunReaders.suite(exchange);
        Suites.Details details = suites.find(exchange.caller(), name);
        FileAddresses files = FileAddresses.of(address.get(), name);
        exchange.json(
                200,
                SuiteJson.DetailsJson.of(
                        details,
                        suites.currentBaselines(exchange.caller(), name).stream()
                                .map(baseline -> BaselineJson.of(new BaselineVersion(baseline, true), files))
                                .toList()));
    }

    private void tests(Exchange exchange) {
        SuiteName name = RunReaders.suite(exchange);
        exchange.json(200, Json.list("tests", suites.tests(exchange.caller(), name), SuiteJson.TestHistoryJson::of));
    }

    private void baselines(Exchange exchange) {
        SuiteName name = RunReaders.suite(exchange);
        FileAddresses files = FileAddresses.of(address.get(), name);
        Page<BaselineVersion> page = suites.baselines(exchange.caller(), name, exchange.page());
        exchange.json(200, Json.page("baselines", page, version -> BaselineJson.of(version, files)));
    }

    private void restore(Exchange exchange) {
        SuiteName suite = RunReaders.suite(exchange);
        JsonBody body = exchange.body();
        Supplier<String> browser = body.required("browser", RequestReader.text());
        Supplier<String> name = body.required("name", RequestReader.text());
        Supplier<Sha256> image = body.required("sha256", RequestReader.text(Sha256::new));
        Supplier<Optional<String>> file = body.optional("file", RequestReader.text());
        body.check();
        Runs.ScreenshotName screenshot = new Runs.ScreenshotName(name.get(), Optional.of(browser.get()), file.get());
        Baseline restored = suites.restore(exchange.caller(), suite, screenshot, image.get());
        exchange.json(
                200, BaselineJson.of(new BaselineVersion(restored, true), FileAddresses.of(address.get(), suite)));
    }

    private void image(Exchange exchange) {
        Sha256 image = RunReaders.image(exchange);
        Content content = suites.open(exchange.caller(), RunReaders.suite(exchange), image)
                .orElseThrow(() -> new Refusal(new CommonProblem.NotFound("image")));
        FileResponse.image(exchange, image, content);
    }
}
