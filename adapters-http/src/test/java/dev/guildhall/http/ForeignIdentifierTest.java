package dev.guildhall.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.http.run.RunRequests;
import dev.guildhall.http.run.TestSuites;
import dev.guildhall.http.tool.ScriptedEndpoint;
import dev.guildhall.ports.Id;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;

/** Every route, with the caller's own identifiers, those of another user, unknown and malformed ones. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ForeignIdentifierTest {
    private static final List<String> MALFORMED = List.of(
            "",
            " ",
            ".",
            "..",
            "../..",
            "..%2f..",
            "\0",
            "usr_\0",
            "x".repeat(10_240),
            "' OR '1'='1' --",
            "\"; DROP TABLE accounts; --",
            "é😀",
            "usr_1\r\nSet-Cookie: a=b",
            "a b",
            "null",
            "{chatId}",
            "usr_1;a=b",
            "usr_1?userId=usr_2#top");

    /** Resources for which a worker claims the owner's tasks: claims end with time. */
    private static final Set<IdentifierKind> CLAIMED = EnumSet.of(
            IdentifierKind.TASK, IdentifierKind.ENDED_TASK, IdentifierKind.TASK_AGENT, IdentifierKind.WORKFLOW);

    @AutoClose
    private final TestServer server = TestServer.start(parts -> new TestSuites()
            .install(parts)
            .oauthProviders(() -> List.of(new TrustingProvider()))
            .tools(new DivisionTool())
            .endpoints(() -> List.of(ScriptedEndpoint.keyed("postbox"))));

    private OwnedResources ada;
    private OwnedResources bob;

    /** One identifier in the requests to a route. */
    private record Place(RouteIdentifiers identifiers, String name, IdentifierKind kind) {
        Client.Answer ask(OwnedResources caller, String text) {
            return identifiers.ask(caller, name, text);
        }

        /**
         * A path with NUL is not HTTP, and a path without its last segment, or the last two, is a different path.
         */
        boolean canHave(String text) {
            boolean isLast = identifiers.route().matches(".*/\\{" + name + "(\\.\\.\\.)?}");
            boolean isOtherPath = identifiers.route().startsWith("GET") || ErrorForms.isRpc(identifiers.route());
            return !(isLast && isOtherPath && (text.isEmpty() || text.matches("\\.\\.?")))
                    && !(identifiers.isInPath(name) && text.contains("\0"))
                    && !(kind.isAnything() && isIdentifier(text));
        }

        private static boolean isIdentifier(String text) {
            return !text.isEmpty()
                    && text.length() <= Id.MAX_LENGTH
                    && text.chars().allMatch(c -> c > ' ' && c < 0x7f);
        }

        @Override
        public String toString() {
            return identifiers.route() + " " + name;
        }
    }

    @BeforeAll
    void start() {
        Client operator = server.client().stranger().client();
        String run = RunRequests.ended(operator, TestSuites.SHOP);
        RunRequests.put(operator, "/runs/" + run + "/screenshots/home.png/approve");
        ada = OwnedResources.on(server.client());
        bob = OwnedResources.on(server.client());
    }

    @Test
    void every_route_says_what_its_identifiers_name() {
        List<String> routes = server.mounts().stream()
                .flatMap(mount ->
                        mount.routes().stream().map(route -> route.method() + " " + mount.base() + route.path()))
                .toList();

        List<String> entered =
                AllRouteIdentifiers.all().stream().map(RouteIdentifiers::route).toList();

        assertThat(routes)
                .as("routes that AllRouteIdentifiers does not know")
                .filteredOn(route -> !entered.contains(route))
                .isEmpty();
        assertThat(entered)
                .as("routes that AllRouteIdentifiers knows and the server does not have")
                .filteredOn(route -> !routes.contains(route))
                .isEmpty();
        assertThat(entered).doesNotHaveDuplicates();
    }

    @Test
    void every_parameter_of_a_path_is_the_name_of_something() {
        assertThat(AllRouteIdentifiers.all())
                .allSatisfy(identifiers -> assertThat(identifiers.kinds().keySet())
                        .as(identifiers.route())
                        .containsAll(parameters(identifiers.route())));
    }

    private static List<String> parameters(String route) {
        return Pattern.compile("\\{(\\w+)[.]*}")
                .matcher(route)
                .results()
                .map(found -> found.group(1))
                .toList();
    }

    /** The owner of identifiers for a request that succeeds: a new user, unless the request only reads. */
    private OwnedResources ownerFor(Place place) {
        return place.identifiers().route().startsWith("GET") ? ada : OwnedResources.on(server.client());
    }

    @TestFactory
    Stream<DynamicTest> an_own_identifier_works() {
        return tests(place -> true, place -> {
            OwnedResources own = ownerFor(place);

            Client.Answer answer = place.ask(own, place.kind().of(own));

            assertThat(answer.status())
                    .as(answer.body())
                    .isEqualTo(place.identifiers().ok());
        });
    }

    @TestFactory
    Stream<DynamicTest> a_foreign_identifier_answers_exactly_as_an_unknown_one_and_changes_nothing() {
        return tests(place -> place.kind().isPrivate(), place -> {
            OwnedResources owner = CLAIMED.contains(place.kind()) ? OwnedResources.on(server.client()) : bob;
            String foreignName = place.kind().of(owner);
            List<String> before = owner.seen();

            Client.Answer foreign = place.ask(ada, foreignName);
            Client.Answer unknown = place.ask(ada, place.kind().unknown());

            assertThat(foreign.status())
                    .as(foreign.body())
                    .isEqualTo(place.kind().refused());
            // OpenAI's form repeats the identifier that the client sent.
            assertThat(withoutRequestId(foreign)
                            .replace(foreignName, place.kind().unknown()))
                    .isEqualTo(withoutRequestId(unknown));
            assertThat(headers(foreign)).isEqualTo(headers(unknown));
            assertThat(owner.seen()).isEqualTo(before);
        });
    }

    @TestFactory
    Stream<DynamicTest> identifiers_that_are_not_private_reveal_no_resource_of_another_user() {
        return tests(place -> !place.kind().isPrivate(), place -> {
            OwnedResources own = ownerFor(place);
            String open = place.kind().of(bob);

            Client.Answer foreign = place.ask(own, open);
            Client.Answer unknown = place.ask(own, place.kind().unknown());

            assertThat(foreign.status())
                    .as(foreign.body())
                    .isEqualTo(place.identifiers().ok());
            assertThat(unknown.status())
                    .as(unknown.body())
                    .isEqualTo(place.kind().refused());
            assertThat(bob.names())
                    .filteredOn(name -> !name.equals(open))
                    .noneMatch(foreign.body()::contains)
                    .noneMatch(unknown.body()::contains);
        });
    }

    @TestFactory
    Stream<DynamicTest> a_malformed_identifier_is_refused_in_the_form_of_the_service() {
        return tests(place -> true, place -> {
            assertThat(MALFORMED).filteredOn(place::canHave).allSatisfy(text -> {
                Client.Answer answer = place.ask(ada, text);

                assertThat(answer.status()).as(answer.body()).isBetween(400, 499);
                ErrorForms.check(place.identifiers().route(), answer);
                assertThat(answer.header("Set-Cookie")).isEmpty();
            });
        });
    }

    private static Stream<DynamicTest> tests(Predicate<Place> which, Consumer<Place> test) {
        return AllRouteIdentifiers.all().stream()
                .flatMap(identifiers -> identifiers.kinds().entrySet().stream()
                        .map(kind -> new Place(identifiers, kind.getKey(), kind.getValue())))
                .filter(which)
                .map(place -> DynamicTest.dynamicTest(place.toString(), () -> test.accept(place)));
    }

    private static String withoutRequestId(Client.Answer answer) {
        return answer.body().replace(answer.text("requestId").isEmpty() ? "\0" : answer.text("requestId"), "");
    }

    /** All headers except those that differ for each request: its identifier, its time, and the remaining requests. */
    private static Map<String, List<String>> headers(Client.Answer answer) {
        Map<String, List<String>> headers = new TreeMap<>(answer.headers().map());
        headers.keySet().removeIf(name -> name.matches("(?i)x-request-id|date|ratelimit-.*"));
        return headers;
    }
}
