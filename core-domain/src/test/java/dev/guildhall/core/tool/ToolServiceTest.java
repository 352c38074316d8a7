package dev.guildhall.core.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.core.Refused;
import dev.guildhall.ports.Caller;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.ports.Sample;
import dev.guildhall.ports.SampleTool;
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
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ToolServiceTest {
    private final Toolshed shed = new Toolshed();
    private final Tools tools = shed.tools();

    private static SampleTool sums() {
        return Sample.tool().name("open.sums").description("Adds numbers.");
    }

    private static NewTool shared(SampleTool sample) {
        return new NewTool(sample.definition(), Optional.of(Visibility.SHARED));
    }

    @Test
    void a_registered_tool_is_in_use_and_its_registrants_own() {
        Tool tool = shed.registered(shed.ada, sums());

        assertThat(tool)
                .isEqualTo(new Tool(
                        tool.id(),
                        sums().definition(),
                        Optional.of(shed.ada.userId()),
                        Visibility.PRIVATE,
                        ToolSource.REGISTRY,
                        ToolStatus.ACTIVE,
                        shed.time().instant(),
                        Optional.empty()));
        assertThat(tools.find(shed.ada, tool.id()).tool()).isEqualTo(tool);
    }

    @Test
    void an_admins_tool_is_everybodys_unless_told_otherwise() {
        Tool all = shed.registered(shed.boss, sums());
        Tool own = tools.register(
                shed.boss, new NewTool(sums().version("2").definition(), Optional.of(Visibility.PRIVATE)));

        assertThat(all.visibility()).isEqualTo(Visibility.SHARED);
        assertThat(tools.find(shed.ada, all.id()).tool()).isEqualTo(all);
        assertThat(Refused.by(() -> tools.find(shed.ada, own.id()))).isEqualTo(new ToolProblem.ToolNotFound());
    }

    @Test
    void only_admins_share_tools() {
        assertThat(Refused.by(() -> tools.register(shed.ada, shared(sums()))))
                .isInstanceOf(CommonProblem.Forbidden.class);
        assertThat(shed.listed(shed.ada, ToolStatus.ACTIVE)).isEmpty();
    }

    @Test
    void the_same_content_again_is_the_tool_that_there_is() {
        Tool first = shed.registered(shed.ada, sums());

        Tool again = shed.registered(shed.ada, sums());

        assertThat(again).isEqualTo(first);
        assertThat(shed.listed(shed.ada, ToolStatus.ACTIVE)).containsExactly(first);
    }

    @Test
    void the_same_content_of_a_deprecated_tool_is_in_use_again() {
        Tool first = shed.registered(shed.ada, sums());
        tools.deprecate(shed.ada, first.id());

        Tool again = shed.registered(shed.ada, sums());

        assertThat(again).isEqualTo(first);
        assertThat(shed.listed(shed.ada, ToolStatus.ACTIVE)).containsExactly(first);
    }

    @Test
    void a_version_takes_no_other_content() {
        Tool first = shed.registered(shed.ada, sums());

        assertThat(Refused.by(() -> shed.registered(shed.ada, sums().description("Subtracts numbers."))))
                .isEqualTo(new ToolProblem.VersionTaken("open.sums", "1.0.0"));
        assertThat(Refused.by(() -> shed.registered(shed.ada, sums().scopes("read"))))
                .isEqualTo(new ToolProblem.VersionTaken("open.sums", "1.0.0"));
        assertThat(tools.find(shed.ada, first.id()).tool()).isEqualTo(first);
    }

    @Test
    void a_new_version_is_a_tool_of_its_own() {
        Tool first = shed.registered(shed.ada, sums());
        Tool second = shed.registered(shed.ada, sums().version("1.1.0").description("Adds faster."));

        assertThat(shed.listed(shed.ada, ToolStatus.ACTIVE)).containsExactly(second, first);
        ToolFilter latest = new ToolFilter(Optional.of("open"), Optional.empty(), false, ToolStatus.ACTIVE);
        assertThat(tools.list(shed.ada, latest, PageRequest.first()).page().items())
                .containsExactly(second);
    }

    @Test
    void tools_of_an_integration_without_an_oauth_client_are_in_no_list_and_no_search() {
        SampleTool sketch = Sample.tool().name("unconfigured.sketch").description("Sketches a plan.");
        shed.unconfigured.offers(sketch.definition());
        shed.installation.core().imports().local();
        Tool own = shed.registered(shed.ada, sketch);
        Tool shared = shed.registered(shed.boss, sketch.description("Sketches a house."));

        assertThat(shed.listed(shed.bob, ToolStatus.ACTIVE)).containsExactly(shared);
        assertThat(shed.listed(shed.ada, ToolStatus.ACTIVE)).containsExactly(shared, own);
        assertThat(tools.search(shed.bob, new SearchQuery("sketch", 100)))
                .extracting(SearchHit::tool)
                .contains(shared)
                .noneMatch(tool -> tool.source() == ToolSource.REGISTRY
                        && tool.registrant().isEmpty());
        assertThat(tools.byName(shed.bob)).containsEntry(sketch.definition().name(), shared);
        tools.deprecate(shed.boss, shared.id());
        assertThat(tools.byName(shed.bob)).doesNotContainKey(sketch.definition().name());
        assertThat(tools.named(shed.bob, sketch.definition().name())).isEmpty();
    }

    @Test
    void two_users_may_have_the_same_name_and_version() {
        Tool adas = shed.registered(shed.ada, sums());
        Tool bobs = shed.registered(shed.bob, sums().description("Something else."));

        assertThat(shed.listed(shed.ada, ToolStatus.ACTIVE)).containsExactly(adas);
        assertThat(shed.listed(shed.bob, ToolStatus.ACTIVE)).containsExactly(bobs);
        assertThat(shed.listed(shed.boss, ToolStatus.ACTIVE)).containsExactly(bobs, adas);
    }

    @Test
    void an_integration_that_is_not_in_the_catalogue_may_be_named() {
        Tool tool = shed.registered(shed.ada, Sample.tool().name("nowhere.act"));

        assertThat(tools.find(shed.ada, tool.id()).tool()).isEqualTo(tool);
    }

    @Test
    void nobody_registers_more_than_may_be_and_the_same_again_is_no_more() {
        Toolshed small = new Toolshed(ToolLimits.DEFAULT.withToolsOfUser(2));
        small.registered(small.ada, sums());
        small.registered(small.ada, sums().version("2"));

        assertThat(Refused.by(() -> small.registered(small.ada, sums().version("3"))))
                .isEqualTo(new ToolProblem.TooManyTools(2));
        assertThat(small.listed(small.ada, ToolStatus.ACTIVE)).hasSize(2);
        small.registered(small.ada, sums());
        small.registered(small.bob, sums());
    }

    @Test
    void nobody_registers_for_an_account_that_is_gone() {
        shed.stores().accounts().remove(shed.ada.userId());

        assertThat(Refused.by(() -> shed.registered(shed.ada, sums())))
                .isInstanceOf(CommonProblem.Unauthenticated.class);
        assertThat(shed.listed(shed.boss, ToolStatus.ACTIVE)).isEmpty();
    }

    private List<Problem> refusalsOf(Caller caller, ToolId id) {
        return List.of(
                Refused.by(() -> tools.find(caller, id)),
                Refused.by(() -> tools.deprecate(caller, id)),
                Refused.by(() -> tools.approve(caller, id)),
                Refused.by(() -> tools.learntQueries(caller, id)),
                Refused.by(() -> tools.forgetQueries(caller, id)),
                Refused.by(() -> shed.executions().ofTool(caller, id, PageRequest.first())));
    }

    @Test
    void a_strangers_tool_and_one_that_does_not_exist_are_alike() {
        Tool adas = shed.registered(shed.ada, sums());

        assertThat(refusalsOf(shed.bob, adas.id()))
                .isEqualTo(refusalsOf(shed.bob, new ToolId("tool_unknown")))
                .containsOnly(new ToolProblem.ToolNotFound());
        assertThat(Refused.by(() -> shed.execute(shed.bob, adas, Map.of()))).isEqualTo(new ToolProblem.ToolNotFound());
    }

    @Test
    void nobody_who_has_not_signed_in_gets_anywhere() {
        Caller nobody = Caller.anonymous();
        Tool tool = shed.registered(shed.boss, sums());

        assertThat(refusalsOf(nobody, tool.id())).allMatch(CommonProblem.Unauthenticated.class::isInstance);
        assertThat(List.of(
                        Refused.by(() -> shed.registered(nobody, sums())),
                        Refused.by(() -> tools.list(nobody, ToolFilter.all(), PageRequest.first())),
                        Refused.by(() -> tools.search(nobody, new SearchQuery("sums", 1))),
                        Refused.by(() -> shed.execute(nobody, tool, Map.of()))))
                .allMatch(CommonProblem.Unauthenticated.class::isInstance);
    }

    @Test
    void an_admin_sees_and_deprecates_the_tools_of_others() {
        Tool adas = shed.registered(shed.ada, sums());

        assertThat(tools.find(shed.boss, adas.id()).tool()).isEqualTo(adas);
        tools.deprecate(shed.boss, adas.id());

        assertThat(tools.find(shed.ada, adas.id()).tool())
                .isEqualTo(
                        adas.deprecated(new Tool.Deprecation(shed.time().instant(), Optional.of(shed.boss.userId()))));
    }

    @Test
    void a_deprecated_tool_is_listed_among_such_and_found_by_its_id() {
        Tool tool = shed.registered(shed.ada, sums());

        tools.deprecate(shed.ada, tool.id());

        Tool ended = tool.deprecated(new Tool.Deprecation(shed.time().instant(), Optional.of(shed.ada.userId())));
        assertThat(shed.listed(shed.ada, ToolStatus.ACTIVE)).isEmpty();
        assertThat(shed.listed(shed.ada, ToolStatus.DEPRECATED)).containsExactly(ended);
        assertThat(tools.find(shed.ada, tool.id()).tool()).isEqualTo(ended);
    }

    @Test
    void what_is_deprecated_stays_so_from_the_first_time_on() {
        Tool tool = shed.registered(shed.ada, sums());
        tools.deprecate(shed.ada, tool.id());
        Tool first = tools.find(shed.ada, tool.id()).tool();
        shed.time().advance(Duration.ofDays(1));

        tools.deprecate(shed.boss, tool.id());

        assertThat(tools.find(shed.ada, tool.id()).tool()).isEqualTo(first);
    }

    @Test
    void who_sees_a_tool_and_did_not_register_it_does_not_end_it() {
        Tool shared = shed.registered(shed.boss, sums());

        assertThat(Refused.by(() -> tools.deprecate(shed.ada, shared.id())))
                .isInstanceOf(CommonProblem.Forbidden.class);
        assertThat(tools.find(shed.ada, shared.id()).tool()).isEqualTo(shared);
    }

    @Test
    void only_admins_list_and_approve_what_waits() {
        Tool shared = shed.registered(shed.boss, sums());
        ToolFilter waiting = new ToolFilter(Optional.empty(), Optional.empty(), false, ToolStatus.QUARANTINED);

        assertThat(Refused.by(() -> tools.list(shed.ada, waiting, PageRequest.first())))
                .isInstanceOf(CommonProblem.Forbidden.class);
        assertThat(Refused.by(() -> tools.approve(shed.ada, shared.id()))).isInstanceOf(CommonProblem.Forbidden.class);
        assertThat(tools.approve(shed.boss, shared.id())).isEqualTo(shared);
    }

    @Test
    void a_deprecated_tool_is_not_approved() {
        Tool tool = shed.registered(shed.boss, sums());
        tools.deprecate(shed.boss, tool.id());

        assertThat(Refused.by(() -> tools.approve(shed.boss, tool.id()))).isInstanceOf(CommonProblem.Conflict.class);
    }

    @Test
    void what_does_not_meet_the_eye_is_told_with_the_tool() {
        Tool plain = shed.registered(shed.ada, sums());
        Tool hiding = shed.registered(
                shed.ada,
                sums().version("2")
                        .description("Adds.\u200b\u200b\udb40\udc41")
                        .parameters(ToolParameters.of(
                                Map.of("n\u2060", ParameterSpec.required(ParameterType.NUMBER, "A number.\u202e")))));

        assertThat(tools.find(shed.ada, plain.id()).warnings()).isEmpty();
        assertThat(tools.find(shed.ada, hiding.id()).warnings())
                .containsExactly(
                        new Violation("description", "has 3 hidden characters: U+200B, U+E0041"),
                        new Violation("parameters.n<U+2060>", "has 1 hidden characters: U+2060"),
                        new Violation("parameters.n<U+2060>.description", "has 1 hidden characters: U+202E"));
    }

    @Test
    void what_is_hidden_deep_in_an_imported_schema_is_told_too() {
        Map<String, Object> inner = Map.of("type", "object", "properties", Map.of("b", Map.of("title", "T\u200b")));
        Map<String, Object> schema = Map.of("type", "object", "properties", Map.of("a", inner));

        Tool tool = shed.registered(shed.ada, sums().parameters(ToolParameters.ofSchema(schema)));

        assertThat(tools.find(shed.ada, tool.id()).warnings())
                .containsExactly(new Violation(
                        "inputSchema.properties.a.properties.b.title", "has 1 hidden characters: U+200B"));
    }
}
