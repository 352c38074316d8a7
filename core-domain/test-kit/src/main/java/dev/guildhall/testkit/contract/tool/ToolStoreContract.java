package dev.guildhall.testkit.contract.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.UserId;
import dev.guildhall.ports.connection.Integration;
import dev.guildhall.ports.connection.IntegrationName;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.tool.ParameterSpec;
import dev.guildhall.ports.tool.ParameterType;
import dev.guildhall.ports.tool.Tool;
import dev.guildhall.ports.tool.ToolId;
import dev.guildhall.ports.tool.ToolName;
import dev.guildhall.ports.tool.ToolParameters;
import dev.guildhall.ports.tool.ToolSource;
import dev.guildhall.ports.tool.ToolStatus;
import dev.guildhall.ports.tool.ToolStore;
import dev.guildhall.ports.tool.Visibility;
import dev.guildhall.testkit.Sample;
import dev.guildhall.testkit.contract.AtOnce;
import dev.guildhall.testkit.contract.Given;
import dev.guildhall.testkit.contract.Undone;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How every {@link ToolStore} stores tools. */
public interface ToolStoreContract {
    int AT_ONCE = 50;

    Stores stores();

    private ToolStore tools() {
        return stores().tools();
    }

    private Tool added(Tool tool) {
        assertThat(tools().add(tool, Optional.empty())).isEqualTo(tool);
        return tool;
    }

    @Test
    default void a_stored_tool_is_read_unchanged() {
        UserId user = Given.someUser(stores());
        Tool tool = Sample.tool()
                .of(user)
                .version("1.0.0-rc.1+build.7")
                .description("Line one\nline two, \"quoted\", 茶 👋 \u200b {json} 'sql'")
                .parameters(ToolParameters.of(everyKindOfParameter()))
                .scopes("write", "read", "https://scope.example/full")
                .createdAt(Sample.NOW.plusNanos(123_000))
                .build();

        added(tool);

        assertThat(tools().find(tool.id())).contains(tool);
        assertThat(tools().findAll(List.of(tool.id()))).containsExactly(Map.entry(tool.id(), tool));
    }

    @Test
    default void the_parameters_keep_their_order() {
        Map<String, ParameterSpec> byName = new LinkedHashMap<>();
        for (String name : List.of("zebra", "a", "longest name of all", "b", "Ä", "aa")) {
            byName.put(name, ParameterSpec.required(ParameterType.STRING, name));
        }
        Tool tool = added(Sample.tool().parameters(ToolParameters.of(byName)).build());

        ToolParameters kept = tools().find(tool.id()).orElseThrow().definition().parameters();

        assertThat(kept.byName().keySet()).containsExactlyElementsOf(byName.keySet());
        assertThat(kept.inputSchema().get("required")).isEqualTo(List.copyOf(byName.keySet()));
    }

    @Test
    default void an_imported_schema_is_read_unchanged_in_its_order() {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", "object");
        schema.put("properties", Map.of("n", Map.of("type", "integer", "maximum", 1L << 40, "multipleOf", 0.5)));
        schema.put("additionalProperties", false);
        schema.put("$defs", Map.of("défs 茶", List.of(Map.of(), List.of(), true, "NUL \u0000, half \ud83d")));
        schema.put("examples", List.of(1, 1.0, new BigInteger("123456789012345678901234567890")));
        Tool tool =
                added(Sample.tool().parameters(ToolParameters.ofSchema(schema)).build());

        ToolParameters kept = tools().find(tool.id()).orElseThrow().definition().parameters();

        assertThat(kept).isEqualTo(tool.definition().parameters());
        assertThat(kept.inputSchema().keySet()).containsExactlyElementsOf(schema.keySet());
        assertThat(kept.inputSchema().get("examples")).asString().startsWith("[1, 1.0, 1234");
    }

    @Test
    default void the_source_and_the_deprecation_of_a_tool_are_read() {
        UserId user = Given.someUser(stores());
        List<Tool> all = List.of(
                Sample.tool().source(ToolSource.IN_PROCESS).build(),
                Sample.tool()
                        .source(ToolSource.MCP)
                        .status(ToolStatus.QUARANTINED)
                        .build(),
                Sample.tool().of(user).visibility(Visibility.SHARED).build(),
                Sample.tool()
                        .of(user)
                        .deprecated(Sample.NOW.plusMillis(7), Optional.of(user))
                        .build(),
                Sample.tool().deprecated(Sample.NOW, Optional.empty()).build());

        all.forEach(this::added);

        assertThat(all).allSatisfy(tool -> assertThat(tools().find(tool.id())).contains(tool));
    }

    @Test
    default void what_there_is_not_is_not_found() {
        ToolId unknown = new ToolId(Sample.id("tool"));
        Tool known = added(Sample.tool().build());

        assertThat(tools().find(unknown)).isEmpty();
        assertThat(tools().findAll(List.of(unknown, known.id()))).containsOnlyKeys(known.id());
        assertThat(tools().findAll(List.of())).isEmpty();
    }

    @Test
    default void the_same_name_and_version_is_kept_once() {
        UserId user = Given.someUser(stores());
        Tool first = added(Sample.tool().of(user).build());
        String name = first.definition().name().value();
        Tool second = Sample.tool().of(user).name(name).description("Other.").build();

        assertThat(tools().add(second, Optional.empty())).isEqualTo(first);
        assertThat(tools().find(second.id())).isEmpty();
        assertThat(tools().countOf(user)).isEqualTo(1);
    }

    @Test
    default void descriptions_and_parameters_of_all_versions_of_one_user_are_counted_in_bytes() {
        UserId user = Given.someUser(stores());
        String longText = "\u00fc".repeat(5_000);
        Tool tool =
                added(Sample.tool().of(user).version("1").description("short").build());
        long small = tools().bytesOf(user);
        added(Sample.tool()
                .of(user)
                .name(tool.definition().name().value())
                .version("2")
                .description(longText)
                .deprecated(Sample.NOW, Optional.of(user))
                .build());
        long withDescription = tools().bytesOf(user);
        added(Sample.tool()
                .of(user)
                .parameters(ToolParameters.of(everyKindOfParameter()))
                .build());
        added(Sample.tool().of(Given.someUser(stores())).build());

        assertThat(small).isBetween(5L, 200L);
        assertThat(withDescription - small).isBetween(10_000L, 10_200L);
        assertThat(tools().bytesOf(user) - withDescription).isGreaterThan(200L);
    }

    @Test
    default void users_and_integrations_may_have_the_same_name_and_version() {
        UserId ada = Given.someUser(stores());
        UserId bob = Given.someUser(stores());
        Tool builtIn = added(Sample.tool().build());
        String name = builtIn.definition().name().value();

        Tool adas = added(Sample.tool().of(ada).name(name).build());
        Tool bobs = added(Sample.tool().of(bob).name(name).build());

        assertThat(tools().ofName(Optional.empty(), new ToolName(name))).containsExactly(builtIn);
        assertThat(tools().ofName(Optional.of(ada), new ToolName(name))).containsExactly(adas);
        assertThat(tools().ofName(Optional.of(bob), new ToolName(name))).containsExactly(bobs);
    }

    @Test
    default void a_built_in_tool_is_stored_once_too() {
        Tool first = added(Sample.tool().build());
        Tool second = Sample.tool().name(first.definition().name().value()).build();

        assertThat(tools().add(second, Optional.empty())).isEqualTo(first);
        assertThat(tools().imported(shared(first))).containsExactly(first);
    }

    @Test
    default void of_many_registrations_at_once_one_is_kept() throws Exception {
        Optional<UserId> user = Optional.of(Given.someUser(stores()));
        for (Optional<UserId> registrant : List.of(user, Optional.<UserId>empty())) {
            String name = Sample.id("race") + ".act";
            List<Tool> wanted = IntStream.range(0, AT_ONCE)
                    .mapToObj(i -> registrant.map(Sample.tool()::of).orElseGet(Sample::tool))
                    .map(tool -> tool.name(name).description(Sample.id("words")).build())
                    .toList();

            List<Tool> kept = AtOnce.run(wanted.stream()
                    .<Callable<Tool>>map(tool -> () -> tools().add(tool, Optional.empty()))
                    .toList());

            assertThat(kept).hasSize(AT_ONCE).allMatch(kept.getFirst()::equals);
            assertThat(wanted).contains(kept.getFirst());
            assertThat(tools().ofName(registrant, new ToolName(name))).containsExactly(kept.getFirst());
        }
    }

    @Test
    default void the_versions_of_a_name_come_newest_first_in_any_status() {
        UserId user = Given.someUser(stores());
        Tool first = added(Sample.tool().of(user).version("2").build());
        String name = first.definition().name().value();
        Tool second = added(Sample.tool()
                .of(user)
                .name(name)
                .version("1")
                .deprecated(Sample.NOW, Optional.of(user))
                .build());
        added(Sample.tool().of(user).name(name + "or").build());

        assertThat(tools().ofName(Optional.of(user), new ToolName(name))).containsExactly(second, first);
        assertThat(tools().countOf(user)).isEqualTo(3);
    }

    @Test
    default void imported_tools_of_a_shared_integration_have_no_registrant() {
        UserId user = Given.someUser(stores());
        Tool active = added(Sample.tool().build());
        String integration = active.definition().integration().value();
        Tool waiting = added(Sample.tool()
                .name(integration + ".other")
                .source(ToolSource.MCP)
                .status(ToolStatus.QUARANTINED)
                .build());
        added(Sample.tool().of(user).name(integration + ".act").build());
        added(Sample.tool().name(integration + "x.act").build());

        assertThat(tools().imported(shared(active))).containsExactly(waiting, active);
    }

    private static Integration.Key shared(Tool tool) {
        return new Integration.Key(Optional.empty(), tool.definition().integration());
    }

    @Test
    default void imported_tools_of_a_private_integration_are_those_of_its_owner() {
        UserId ada = Given.someUser(stores());
        UserId bob = Given.someUser(stores());
        Tool shared = added(Sample.tool().build());
        IntegrationName integration = shared.definition().integration();
        Tool offered = added(Sample.tool().of(ada).imported().name(integration + ".act").build());
        added(Sample.tool().of(ada).name(integration + ".own").build());
        Tool bobs = added(Sample.tool().of(bob).imported().name(integration + ".act").build());

        assertThat(tools().imported(new Integration.Key(Optional.of(ada), integration)))
                .containsExactly(offered);
        assertThat(tools().imported(new Integration.Key(Optional.of(bob), integration)))
                .containsExactly(bobs);
        assertThat(tools().imported(shared(shared))).containsExactly(shared);
        assertThat(tools().find(offered.id())).contains(offered);
        assertThat(tools().countOf(ada)).isEqualTo(2);
    }

    @Test
    default void the_tools_of_an_integration_are_deprecated_together_and_those_of_others_stay() {
        UserId ada = Given.someUser(stores());
        Tool active = added(Sample.tool().of(ada).imported().build());
        String integration = active.definition().integration().value();
        Tool waiting = added(Sample.tool()
                .of(ada)
                .imported()
                .name(integration + ".other")
                .status(ToolStatus.QUARANTINED)
                .build());
        Tool.Deprecation earlier = new Tool.Deprecation(Sample.NOW.minusSeconds(1), Optional.of(ada));
        Tool ended = added(Sample.tool()
                .of(ada)
                .imported()
                .name(integration + ".ended")
                .deprecated(earlier.at(), earlier.by())
                .build());
        Tool own = added(Sample.tool().of(ada).name(integration + ".own").build());
        Tool shared = added(Sample.tool().name(integration + ".act").build());
        Tool.Deprecation end = new Tool.Deprecation(Sample.NOW, Optional.empty());

        tools().deprecateAll(new Integration.Key(Optional.of(ada), active.definition().integration()), end);

        assertThat(tools().find(active.id())).contains(active.deprecated(end));
        assertThat(tools().find(waiting.id())).contains(waiting.deprecated(end));
        for (Tool untouched : List.of(ended, own, shared)) {
            assertThat(tools().find(untouched.id())).contains(untouched);
        }

        tools().deprecateAll(shared(shared), end);
        assertThat(tools().find(shared.id())).contains(shared.deprecated(end));
        assertThat(tools().find(own.id())).contains(own);
    }

    @ParameterizedTest
    @EnumSource(ToolStatus.class)
    default void the_status_of_a_tool_is_stored(ToolStatus status) {
        UserId user = Given.someUser(stores());
        Tool ended =
                added(Sample.tool().deprecated(Sample.NOW, Optional.of(user)).build());
        Tool other = added(Sample.tool().build());
        Tool wanted = switch (status) {
            case ACTIVE -> ended.activated();
            case QUARANTINED -> ended.quarantined();
            case DEPRECATED -> ended.deprecated(new Tool.Deprecation(Sample.NOW.plusSeconds(1), Optional.empty()));
        };

        tools().changeStatus(wanted);

        assertThat(tools().find(ended.id())).contains(wanted);
        assertThat(tools().find(other.id())).contains(other);
    }

    @Test
    default void what_a_server_declares_of_a_tool_is_stored_with_its_nulls_and_replaced() {
        Map<String, Object> first = new LinkedHashMap<>();
        first.put("name", "Echo");
        first.put("icons", null);
        Tool tool = added(Sample.tool().build().declared(first));
        Tool later = tool.declared(Map.of("name", "Echo", "annotations", Map.of("readOnlyHint", true)));

        assertThat(tools().find(tool.id())).contains(tool);
        tools().changeStatus(later);

        assertThat(tools().find(tool.id())).contains(later);
    }

    @Test
    default void the_status_of_a_removed_tool_is_not_stored() {
        Tool unknown = Sample.tool().build();

        tools().changeStatus(unknown.quarantined());

        assertThat(tools().find(unknown.id())).isEmpty();
    }

    @Test
    default void the_tools_of_an_account_go_with_it() {
        UserId user = Given.someUser(stores());
        Tool own = added(Sample.tool().of(user).visibility(Visibility.SHARED).build());
        Tool others = added(Sample.tool().of(Given.someUser(stores())).build());

        stores().erase(user);

        assertThat(tools().find(own.id())).isEmpty();
        assertThat(tools().countOf(user)).isZero();
        assertThat(tools().bytesOf(user)).isZero();
        assertThat(tools().ofName(Optional.of(user), own.definition().name())).isEmpty();
        assertThat(tools().find(others.id())).contains(others);
    }

    @Test
    default void a_name_whose_registration_was_rolled_back_is_free() {
        UserId user = Given.someUser(stores());
        Tool undone = Sample.tool().of(user).build();
        Tool changed = added(Sample.tool().build());

        Undone.after(stores(), () -> {
            tools().add(undone, Optional.empty());
            tools().changeStatus(changed.quarantined());
        });

        assertThat(tools().find(undone.id())).isEmpty();
        assertThat(tools().find(changed.id())).contains(changed);
        String name = undone.definition().name().value();
        added(Sample.tool().of(user).name(name).description("Other.").build());
    }

    private static Map<String, ParameterSpec> everyKindOfParameter() {
        Map<String, ParameterSpec> all = new LinkedHashMap<>();
        all.put("bare", spec(ParameterType.OBJECT, Optional.empty(), Optional.empty()));
        all.put("said to be optional", ParameterSpec.optional(ParameterType.BOOLEAN, "grüße \u0301 👋"));
        all.put("list", listOf(ParameterType.INTEGER));
        all.put("size", spec(ParameterType.INTEGER, Optional.of(List.of(1, 5_000_000_000L)), Optional.of(1)));
        all.put("huge", spec(ParameterType.INTEGER, Optional.empty(), Optional.of(BigInteger.TEN.pow(30))));
        all.put("rate", spec(ParameterType.NUMBER, Optional.of(List.of(1, 1.5, 1.0)), Optional.of(1.0)));
        all.put(
                "exact",
                spec(ParameterType.NUMBER, Optional.empty(), Optional.of(new BigDecimal("0." + "1".repeat(30)))));
        all.put("naïve \"name\"", spec(ParameterType.STRING, Optional.of(List.of("", "茶", "a,b")), Optional.of("茶")));
        all.put("flag", spec(ParameterType.BOOLEAN, Optional.of(List.of(true)), Optional.of(true)));
        all.put("deep", spec(ParameterType.OBJECT, Optional.empty(), Optional.of(Map.of("k", List.of(1, Map.of())))));
        all.put("none", spec(ParameterType.ARRAY, Optional.empty(), Optional.of(List.of())));
        return all;
    }

    private static ParameterSpec listOf(ParameterType items) {
        return new ParameterSpec(
                ParameterType.ARRAY,
                Optional.of(true),
                Optional.of(""),
                Optional.of(items),
                Optional.empty(),
                Optional.empty());
    }

    private static ParameterSpec spec(ParameterType type, Optional<List<Object>> options, Optional<Object> standard) {
        return new ParameterSpec(type, Optional.empty(), Optional.empty(), Optional.empty(), options, standard);
    }
}
