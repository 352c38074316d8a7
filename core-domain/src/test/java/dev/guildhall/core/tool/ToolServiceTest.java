package dev.guildhall.core.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.Refused;
import dev.guildhall.core.config.ToolLimits;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.problem.CommonProblem;
import dev.guildhall.ports.problem.Problem;
import dev.guildhall.ports.problem.ToolProblem;
import dev.guildhall.ports.problem.Violation;
import dev.guildhall.ports.tool.NewTool;
import dev.guildhall.ports.tool.ParameterSpec;
import dev.guildhall.ports.tool.ParameterType;
import dev.guildhall.ports.tool.SearchHit;
import dev.guildhall.ports.tool.SearchQuery;
import dev.guildhall.ports.tool.Tool;
import dev.guildhall.ports.tool.ToolFilter;
import dev.guildhall.ports.tool.ToolId;
import dev.guildhall.ports.tool.ToolParameters;
import dev.guildhall.ports.tool.ToolSource;
import dev.guildhall.ports.tool.ToolStatus;
import dev.guildhall.ports.tool.Tools;
import dev.guildhall.ports.tool.Visibility;
import dev.guildhall.testkit.Sample;
import dev.guildhall.testkit.SampleTool;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ToolServiceTest {
    private final ToolFixture fixture = new ToolFixture();
    private final Tools tools = fixture.tools();

    private static SampleTool sums() {
        return Sample.tool().name("open.sums").description("Adds numbers.");
    }

    private static NewTool shared(SampleTool sample) {
        return new NewTool(sample.definition(), Optional.of(Visibility.SHARED));
    }

    @Test
    void a_registered_tool_is_in_use_and_its_registrants_own() {
        Tool tool = fixture.registered(fixture.ada, sums());

        assertThat(tool)
                .isEqualTo(new Tool(
                        tool.id(),
                        sums().definition(),
                        Optional.of(fixture.ada.userId()),
                        false,
                        Visibility.PRIVATE,
                        ToolSource.REGISTRY,
                        ToolStatus.ACTIVE,
                        fixture.time().instant(),
                        Optional.empty()));
        assertThat(tools.find(fixture.ada, tool.id()).tool()).isEqualTo(tool);
    }

    @Test
    void an_admins_tool_is_shared_by_default() {
        Tool all = fixture.registered(fixture.boss, sums());
        Tool own = tools.register(
                fixture.boss, new NewTool(sums().version("2").definition(), Optional.of(Visibility.PRIVATE)));

        assertThat(all.visibility()).isEqualTo(Visibility.SHARED);
        assertThat(tools.find(fixture.ada, all.id()).tool()).isEqualTo(all);
        assertThat(Refused.by(() -> tools.find(fixture.ada, own.id()))).isEqualTo(new ToolProblem.ToolNotFound());
    }

    @Test
    void only_admins_share_tools() {
        assertThat(Refused.by(() -> tools.register(fixture.ada, shared(sums()))))
                .isInstanceOf(CommonProblem.Forbidden.class);
        assertThat(fixture.listed(fixture.ada, ToolStatus.ACTIVE)).isEmpty();
    }

    @Test
    void the_same_content_again_is_the_tool_that_there_is() {
        Tool first = fixture.registered(fixture.ada, sums());

        assertThat(fixture.registered(fixture.ada, sums())).isEqualTo(first);
        assertThat(fixture.listed(fixture.ada, ToolStatus.ACTIVE)).containsExactly(first);
    }

    @Test
    void the_same_content_of_a_deprecated_tool_is_in_use_again() {
        Tool first = fixture.registered(fixture.ada, sums());
        tools.deprecate(fixture.ada, first.id());

        assertThat(fixture.registered(fixture.ada, sums())).isEqualTo(first);
        assertThat(fixture.listed(fixture.ada, ToolStatus.ACTIVE)).containsExactly(first);
    }

    @Test
    void a_version_accepts_no_other_content() {
        Tool first = fixture.registered(fixture.ada, sums());

        assertThat(Refused.by(() -> fixture.registered(fixture.ada, sums().description("Subtracts numbers."))))
                .isEqualTo(new ToolProblem.VersionTaken("open.sums", "1.0.0"));
        assertThat(Refused.by(() -> fixture.registered(fixture.ada, sums().scopes("read"))))
                .isEqualTo(new ToolProblem.VersionTaken("open.sums", "1.0.0"));
        assertThat(tools.find(fixture.ada, first.id()).tool()).isEqualTo(first);
    }

    @Test
    void a_new_version_is_a_tool_of_its_own() {
        Tool first = fixture.registered(fixture.ada, sums());
        Tool second = fixture.registered(fixture.ada, sums().version("1.1.0").description("Adds faster."));

        assertThat(fixture.listed(fixture.ada, ToolStatus.ACTIVE)).containsExactly(second, first);
        ToolFilter latest = new ToolFilter(Optional.of("open"), Optional.empty(), false, ToolStatus.ACTIVE);
        assertThat(tools.list(fixture.ada, latest, PageRequest.first()).page().items())
                .containsExactly(second);
    }

    @Test
    void tools_of_an_integration_without_an_oauth_client_are_in_no_list_and_no_search() {
        SampleTool sketch = Sample.tool().name("unconfigured.sketch").description("Sketches a plan.");
        fixture.unconfigured.offers(sketch.definition());
        fixture.installation.core().importTools();
        Tool own = fixture.registered(fixture.ada, sketch);
        Tool shared = fixture.registered(fixture.boss, sketch.description("Sketches a house."));

        assertThat(fixture.listed(fixture.bob, ToolStatus.ACTIVE)).containsExactly(shared);
        assertThat(fixture.listed(fixture.ada, ToolStatus.ACTIVE)).containsExactly(shared, own);
        assertThat(tools.search(fixture.bob, new SearchQuery("sketch", 100)))
                .extracting(SearchHit::tool)
                .contains(shared)
                .noneMatch(tool -> tool.source() == ToolSource.REGISTRY
                        && tool.registrant().isEmpty());
        assertThat(tools.byName(fixture.bob)).containsEntry(sketch.definition().name(), shared);
        tools.deprecate(fixture.boss, shared.id());
        assertThat(tools.byName(fixture.bob))
                .doesNotContainKey(sketch.definition().name());
        assertThat(tools.named(fixture.bob, sketch.definition().name())).isEmpty();
    }

    @Test
    void two_users_may_have_the_same_name_and_version() {
        Tool adas = fixture.registered(fixture.ada, sums());
        Tool bobs = fixture.registered(fixture.bob, sums().description("Something else."));

        assertThat(fixture.listed(fixture.ada, ToolStatus.ACTIVE)).containsExactly(adas);
        assertThat(fixture.listed(fixture.bob, ToolStatus.ACTIVE)).containsExactly(bobs);
        assertThat(fixture.listed(fixture.boss, ToolStatus.ACTIVE)).containsExactly(bobs, adas);
    }

    @Test
    void an_integration_that_is_not_in_the_catalogue_may_be_named() {
        Tool tool = fixture.registered(fixture.ada, Sample.tool().name("nowhere.act"));

        assertThat(tools.find(fixture.ada, tool.id()).tool()).isEqualTo(tool);
    }

    @Test
    void a_registration_beyond_the_limit_is_refused_and_a_repeated_one_does_not_count() {
        ToolFixture small = new ToolFixture(Sample.with(ToolLimits.DEFAULT, "toolsOfUser", 2));
        small.registered(small.ada, sums());
        small.registered(small.ada, sums().version("2"));

        assertThat(Refused.by(() -> small.registered(small.ada, sums().version("3"))))
                .isEqualTo(new ToolProblem.TooManyTools(2));
        assertThat(small.listed(small.ada, ToolStatus.ACTIVE)).hasSize(2);
        small.registered(small.ada, sums());
        small.registered(small.bob, sums());
    }

    @Test
    void a_registration_beyond_the_bytes_of_one_user_is_refused_and_stores_nothing() {
        ToolFixture small = new ToolFixture(Sample.with(ToolLimits.DEFAULT, "toolBytesOfUser", 1_000L));
        small.registered(small.ada, sums());

        assertThat(Refused.by(
                        () -> small.registered(small.ada, sums().version("2").description("x".repeat(1_000)))))
                .isEqualTo(new ToolProblem.ToolsTooLarge(1_000));
        assertThat(small.listed(small.ada, ToolStatus.ACTIVE)).hasSize(1);
        small.registered(small.ada, sums().version("2"));
        small.registered(small.bob, sums());
    }

    @Test
    void a_registration_beyond_the_memory_for_the_tools_of_all_accounts_is_refused_and_stores_nothing() {
        ToolFixture small = new ToolFixture(Sample.with(ToolLimits.DEFAULT, "registeredBytes", 22_000L));
        small.registered(small.ada, sums());
        Tool second = small.registered(small.ada, sums().version("2").description("x".repeat(1_000)));
        small.registered(small.bob, sums().description("x".repeat(1_000)));

        assertThat(Refused.by(() -> small.registered(small.boss, sums().description("x".repeat(1_000)))))
                .isEqualTo(new ToolProblem.ToolMemoryFull(22_000));
        assertThat(small.listed(small.boss, ToolStatus.ACTIVE)).hasSize(3);
        small.registered(small.ada, sums());

        small.installation.core().tools().deprecate(small.ada, second.id());
        small.registered(small.boss, sums().description("x".repeat(1_000)));
        assertThat(Refused.by(
                        () -> small.registered(small.ada, sums().version("2").description("x".repeat(1_000)))))
                .isEqualTo(new ToolProblem.ToolMemoryFull(22_000));
    }

    @Test
    void the_tools_of_one_account_may_need_half_of_the_memory_for_those_of_all() {
        ToolFixture small = new ToolFixture(Sample.with(ToolLimits.DEFAULT, "registeredBytes", 20_000L));
        small.registered(small.ada, sums().description("x".repeat(1_000)));

        assertThat(Refused.by(
                        () -> small.registered(small.ada, sums().version("2").description("x".repeat(1_000)))))
                .isEqualTo(new ToolProblem.ToolMemoryFull(20_000));
        small.registered(small.bob, sums().description("x".repeat(1_000)));
    }

    @Test
    void an_erased_account_registers_no_tool() {
        fixture.stores().removeAccount(fixture.ada.userId());

        assertThat(Refused.by(() -> fixture.registered(fixture.ada, sums())))
                .isInstanceOf(CommonProblem.Unauthenticated.class);
        assertThat(fixture.listed(fixture.boss, ToolStatus.ACTIVE)).isEmpty();
    }

    private List<Problem> refusalsOf(Caller caller, ToolId id) {
        return List.of(
                Refused.by(() -> tools.find(caller, id)),
                Refused.by(() -> tools.deprecate(caller, id)),
                Refused.by(() -> tools.approve(caller, id)),
                Refused.by(() -> tools.learnedQueries(caller, id)),
                Refused.by(() -> tools.forgetQueries(caller, id)),
                Refused.by(() -> fixture.executions().ofTool(caller, id, PageRequest.first())));
    }

    @Test
    void another_users_tool_and_an_unknown_one_give_the_same_problem() {
        Tool adas = fixture.registered(fixture.ada, sums());

        assertThat(refusalsOf(fixture.bob, adas.id()))
                .isEqualTo(refusalsOf(fixture.bob, new ToolId("tool_unknown")))
                .containsOnly(new ToolProblem.ToolNotFound());
        assertThat(Refused.by(() -> fixture.execute(fixture.bob, adas, Map.of())))
                .isEqualTo(new ToolProblem.ToolNotFound());
    }

    @Test
    void an_anonymous_caller_is_refused_by_all_operations() {
        Caller anonymous = Caller.anonymous();
        Tool tool = fixture.registered(fixture.boss, sums());

        assertThat(refusalsOf(anonymous, tool.id())).allMatch(CommonProblem.Unauthenticated.class::isInstance);
        assertThat(List.of(
                        Refused.by(() -> fixture.registered(anonymous, sums())),
                        Refused.by(() -> tools.list(anonymous, ToolFilter.all(), PageRequest.first())),
                        Refused.by(() -> tools.search(anonymous, new SearchQuery("sums", 1))),
                        Refused.by(() -> fixture.execute(anonymous, tool, Map.of()))))
                .allMatch(CommonProblem.Unauthenticated.class::isInstance);
    }

    @Test
    void an_admin_sees_and_deprecates_the_tools_of_others() {
        Tool adas = fixture.registered(fixture.ada, sums());

        assertThat(tools.find(fixture.boss, adas.id()).tool()).isEqualTo(adas);
        tools.deprecate(fixture.boss, adas.id());

        assertThat(tools.find(fixture.ada, adas.id()).tool())
                .isEqualTo(adas.deprecated(
                        new Tool.Deprecation(fixture.time().instant(), Optional.of(fixture.boss.userId()))));
    }

    @Test
    void a_deprecated_tool_is_listed_among_such_and_found_by_its_id() {
        Tool tool = fixture.registered(fixture.ada, sums());

        tools.deprecate(fixture.ada, tool.id());

        Tool ended = tool.deprecated(new Tool.Deprecation(fixture.time().instant(), Optional.of(fixture.ada.userId())));
        assertThat(fixture.listed(fixture.ada, ToolStatus.ACTIVE)).isEmpty();
        assertThat(fixture.listed(fixture.ada, ToolStatus.DEPRECATED)).containsExactly(ended);
        assertThat(tools.find(fixture.ada, tool.id()).tool()).isEqualTo(ended);
    }

    @Test
    void a_second_deprecation_changes_nothing() {
        Tool tool = fixture.registered(fixture.ada, sums());
        tools.deprecate(fixture.ada, tool.id());
        Tool first = tools.find(fixture.ada, tool.id()).tool();
        fixture.time().advance(Duration.ofDays(1));

        tools.deprecate(fixture.boss, tool.id());

        assertThat(tools.find(fixture.ada, tool.id()).tool()).isEqualTo(first);
    }

    @Test
    void a_user_who_did_not_register_a_tool_does_not_deprecate_it() {
        Tool shared = fixture.registered(fixture.boss, sums());

        assertThat(Refused.by(() -> tools.deprecate(fixture.ada, shared.id())))
                .isInstanceOf(CommonProblem.Forbidden.class);
        assertThat(tools.find(fixture.ada, shared.id()).tool()).isEqualTo(shared);
    }

    @Test
    void only_admins_list_and_approve_what_waits() {
        Tool shared = fixture.registered(fixture.boss, sums());
        ToolFilter waiting = new ToolFilter(Optional.empty(), Optional.empty(), false, ToolStatus.QUARANTINED);

        assertThat(Refused.by(() -> tools.list(fixture.ada, waiting, PageRequest.first())))
                .isInstanceOf(CommonProblem.Forbidden.class);
        assertThat(Refused.by(() -> tools.approve(fixture.ada, shared.id())))
                .isInstanceOf(CommonProblem.Forbidden.class);
        assertThat(tools.approve(fixture.boss, shared.id())).isEqualTo(shared);
    }

    @Test
    void a_deprecated_tool_is_not_approved() {
        Tool tool = fixture.registered(fixture.boss, sums());
        tools.deprecate(fixture.boss, tool.id());

        assertThat(Refused.by(() -> tools.approve(fixture.boss, tool.id()))).isInstanceOf(CommonProblem.Conflict.class);
    }

    @Test
    void hidden_characters_are_reported_with_the_tool() {
        Tool plain = fixture.registered(fixture.ada, sums());
        Tool hiding = fixture.registered(
                fixture.ada,
                sums().version("2")
                        .description("Adds.\u200b\u200b\udb40\udc41")
                        .parameters(ToolParameters.of(
                                Map.of("n\u2060", ParameterSpec.required(ParameterType.NUMBER, "A number.\u202e")))));

        assertThat(tools.find(fixture.ada, plain.id()).warnings()).isEmpty();
        assertThat(tools.find(fixture.ada, hiding.id()).warnings())
                .containsExactly(
                        new Violation("description", "has 3 hidden characters: U+200B, U+E0041"),
                        new Violation("parameters.n<U+2060>", "has 1 hidden characters: U+2060"),
                        new Violation("parameters.n<U+2060>.description", "has 1 hidden characters: U+202E"));
    }

    @Test
    void hidden_characters_deep_in_an_imported_schema_are_reported_too() {
        Map<String, Object> inner = Map.of("type", "object", "properties", Map.of("b", Map.of("title", "T\u200b")));
        Map<String, Object> schema = Map.of("type", "object", "properties", Map.of("a", inner));

        Tool tool = fixture.registered(fixture.ada, sums().parameters(ToolParameters.ofSchema(schema)));

        assertThat(tools.find(fixture.ada, tool.id()).warnings())
                .containsExactly(new Violation(
                        "inputSchema.properties.a.properties.b.title", "has 1 hidden characters: U+200B"));
    }
}
