package dev.guildhall.testkit.contract.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.AllowedTools;
import dev.guildhall.ports.Cursor;
import dev.guildhall.ports.Limit;
import dev.guildhall.ports.PageRequest;
import dev.guildhall.testkit.Sample;
import dev.guildhall.testkit.SampleTool;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.connection.IntegrationName;
import dev.guildhall.testkit.contract.Given;
import dev.guildhall.ports.storage.Stores;
import dev.guildhall.ports.tool.Tool;
import dev.guildhall.ports.tool.ToolFilter;
import dev.guildhall.ports.tool.ToolPage;
import dev.guildhall.ports.tool.ToolStatus;
import dev.guildhall.ports.tool.ToolStore;
import dev.guildhall.ports.tool.Visibility;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What every {@link ToolStore} returns in lists. Each test has its own integration, since tests share the store. */
public interface ToolListContract {
    Stores stores();

    private ToolStore tools() {
        return stores().tools();
    }

    private Tool added(SampleTool sample) {
        Tool tool = sample.build();
        return tools().add(tool, Optional.empty());
    }

    private static ToolFilter of(String integration) {
        return new ToolFilter(Optional.of(integration), Optional.empty(), false, ToolStatus.ACTIVE);
    }

    private static ToolFilter having(String integration, String text) {
        return new ToolFilter(Optional.of(integration), Optional.of(text), false, ToolStatus.ACTIVE);
    }

    private static ToolFilter standing(String integration, ToolStatus status, boolean allVersions) {
        return new ToolFilter(Optional.of(integration), Optional.empty(), allVersions, status);
    }

    private List<Tool> seen(ToolFilter filter, UserId viewer) {
        return listed(filter, Optional.of(viewer)).page().items();
    }

    private ToolPage listed(ToolFilter filter, Optional<UserId> viewer) {
        List<IntegrationName> integrations =
                filter.integration().map(IntegrationName::new).stream().toList();
        return tools().list(filter, viewer, integrations, PageRequest.first());
    }

    @Test
    default void a_user_sees_shared_tools_and_the_own_ones() {
        UserId ada = Given.someUser(stores());
        UserId bob = Given.someUser(stores());
        String integration = Sample.id("seen");
        Tool builtIn = added(Sample.tool().name(integration + ".a"));
        Tool shared = added(Sample.tool().of(bob).name(integration + ".b").visibility(Visibility.SHARED));
        Tool own = added(Sample.tool().of(ada).name(integration + ".c"));
        Tool bobs = added(Sample.tool().of(bob).name(integration + ".c"));

        assertThat(seen(of(integration), ada)).containsExactly(own, shared, builtIn);
        assertThat(seen(of(integration), bob)).containsExactly(bobs, shared, builtIn);
        assertThat(listed(of(integration), Optional.of(ada)).total().value()).isEqualTo(3);
    }

    @Test
    default void only_tools_with_the_given_names_are_listed_and_counted() {
        UserId ada = Given.someUser(stores());
        String integration = Sample.id("named");
        Tool wanted = added(Sample.tool().name(integration + ".a"));
        added(Sample.tool().name(integration + ".b"));
        ToolFilter one =
                of(integration).allowed(Optional.of(new AllowedTools(Set.of(integration + ".a", "other.tool"))));

        ToolPage page = listed(one, Optional.of(ada));

        assertThat(page.page().items()).containsExactly(wanted);
        assertThat(page.total().value()).isEqualTo(1);
        assertThat(seen(of(integration).allowed(Optional.of(new AllowedTools(Set.of()))), ada))
                .isEmpty();
    }

    @Test
    default void all_tools_of_an_allowed_integration_are_listed() {
        UserId ada = Given.someUser(stores());
        String integration = Sample.id("whole");
        Tool first = added(Sample.tool().of(ada).name(integration + ".a"));
        Tool second = added(Sample.tool().of(ada).name(integration + ".b.c"));
        added(Sample.tool().of(ada).name(integration + "x.a"));

        ToolPage page = listed(
                ToolFilter.all().allowed(Optional.of(new AllowedTools(Set.of(integration + ".*", "other.tool")))),
                Optional.of(ada));

        assertThat(page.page().items()).containsExactly(second, first);
    }

    @Test
    default void an_admin_sees_all() {
        UserId ada = Given.someUser(stores());
        String integration = Sample.id("admin");
        Tool builtIn = added(Sample.tool().name(integration + ".a"));
        Tool adas = added(Sample.tool().of(ada).name(integration + ".a"));
        Tool bobs = added(Sample.tool().of(Given.someUser(stores())).name(integration + ".a"));

        ToolPage page = listed(of(integration), Optional.empty());

        assertThat(page.page().items()).containsExactly(bobs, adas, builtIn);
        assertThat(page.total().value()).isEqualTo(3);
    }

    @Test
    default void imported_tools_of_an_unknown_integration_are_not_listed() {
        UserId ada = Given.someUser(stores());
        String integration = Sample.id("away");
        added(Sample.tool().name(integration + ".a"));
        Tool own = added(Sample.tool().of(ada).name(integration + ".a"));

        ToolPage one = tools().list(of(integration), Optional.of(ada), List.of(), PageRequest.first());
        ToolPage all = tools().list(
                        of(integration), Optional.empty(), List.of(new IntegrationName("other")), PageRequest.first());

        assertThat(one.page().items()).containsExactly(own);
        assertThat(one.total().value()).isEqualTo(1);
        assertThat(all.page().items()).containsExactly(own);
    }

    @Test
    default void without_an_integration_those_of_all_are_seen() {
        UserId ada = Given.someUser(stores());
        Tool one = added(Sample.tool().of(ada));
        Tool other = added(Sample.tool().of(ada));

        ToolPage page = tools().list(
                        ToolFilter.all(), Optional.of(ada), List.of(), new PageRequest(new Limit(2), Optional.empty()));

        assertThat(page.page().items()).containsExactly(other, one);
        assertThat(seen(of(Sample.id("none")), ada)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "STRASSE", "straße", "ΟΔΌΣ", "İstanbul", "50%_off", "50%", "%",
                "_", "\\", "it's", "\"", "[a-z]*", "👋", "two\nlines",
                ""
            })
    default void a_text_is_searched_literally_ignoring_case(String text) {
        UserId ada = Given.someUser(stores());
        String integration = Sample.id("text");
        Tool match = added(Sample.tool()
                .name(integration + ".a")
                .description("Strasse, Straße, οδός, İSTANBUL, 50%_off, it's \\ \"[a-z]*\" 👋 two\nlines."));
        Tool plain = added(Sample.tool().name(integration + ".b").description("Nothing of that sort."));

        assertThat(seen(having(integration, text), ada)).isEqualTo(expected(text, match, plain));
    }

    private static List<Tool> expected(String text, Tool match, Tool plain) {
        // The name of the integration, which both tools have, contains an underscore.
        return text.isEmpty() || text.equals("_") ? List.of(plain, match) : List.of(match);
    }

    @Test
    default void a_text_may_match_the_name() {
        UserId ada = Given.someUser(stores());
        String integration = Sample.id("named");
        Tool create = added(Sample.tool().name(integration + ".create-issue"));
        added(Sample.tool().name(integration + ".close"));

        assertThat(seen(having(integration, "." + "CREATE-I"), ada)).containsExactly(create);
        assertThat(seen(having(integration, "create.issue"), ada)).isEmpty();
        assertThat(seen(having(integration, "create_issue"), ada)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "1.9.0, 1.10.0",
        "1.0.0-rc.1, 1.0.0",
        "1.0.0-rc.2, 1.0.0-rc.10",
        "1.0.0-alpha, 1.0.0-alpha.1",
        "1.0.0-1, 1.0.0-alpha",
        "1, 1.1",
        "1.0, 1.0.1",
        "v9, v10",
        "9.9.9, 10.0.0-alpha",
        "0.99, 1"
    })
    default void the_latest_version_is_the_highest_in_any_order_of_registration(String lower, String higher) {
        UserId ada = Given.someUser(stores());
        String integration = Sample.id("latest");
        Tool old = added(Sample.tool().of(ada).name(integration + ".a").version(lower));
        Tool young = added(Sample.tool().of(ada).name(integration + ".a").version(higher));
        Tool first = added(Sample.tool().of(ada).name(integration + ".b").version(higher));
        Tool second = added(Sample.tool().of(ada).name(integration + ".b").version(lower));

        assertThat(seen(of(integration), ada)).containsExactly(first, young);
        assertThat(listed(of(integration), Optional.of(ada)).total().value()).isEqualTo(2);
        assertThat(seen(standing(integration, ToolStatus.ACTIVE, true), ada))
                .containsExactly(second, first, young, old);
    }

    @Test
    default void of_versions_of_one_rank_the_newest_is_the_latest() {
        UserId ada = Given.someUser(stores());
        String integration = Sample.id("rank");
        added(Sample.tool().of(ada).name(integration + ".a").version("1.0.0+b"));
        Tool newest = added(Sample.tool().of(ada).name(integration + ".a").version("1.0.0+a"));

        assertThat(seen(of(integration), ada)).containsExactly(newest);
    }

    @Test
    default void latest_is_counted_for_each_registrant() {
        UserId ada = Given.someUser(stores());
        UserId bob = Given.someUser(stores());
        String name = Sample.id("each") + ".a";
        Tool builtIn = added(Sample.tool().name(name).version("1.0.0"));
        Tool adas = added(Sample.tool().of(ada).name(name).version("2.0.0"));
        Tool bobs = added(Sample.tool().of(bob).name(name).version("3.0.0"));
        String integration = builtIn.definition().integration().value();

        assertThat(seen(of(integration), ada)).containsExactly(adas, builtIn);
        assertThat(listed(of(integration), Optional.empty()).page().items()).containsExactly(bobs, adas, builtIn);
    }

    @Test
    default void a_newer_hidden_version_does_not_hide_a_visible_one() {
        UserId bob = Given.someUser(stores());
        UserId ada = Given.someUser(stores());
        String integration = Sample.id("hidden");
        Tool shared = added(Sample.tool().of(bob).name(integration + ".a").visibility(Visibility.SHARED));
        added(Sample.tool().of(bob).name(integration + ".a").version("2.0.0"));

        assertThat(seen(of(integration), ada)).containsExactly(shared);
    }

    @Test
    default void a_text_of_only_an_older_version_finds_nothing() {
        UserId ada = Given.someUser(stores());
        String integration = Sample.id("older");
        added(Sample.tool().of(ada).name(integration + ".a").version("1").description("Sings."));
        added(Sample.tool().of(ada).name(integration + ".a").version("2").description("Dances."));

        assertThat(seen(having(integration, "sings"), ada)).isEmpty();
    }

    @Test
    default void each_status_has_its_own_list_and_its_own_latest() {
        UserId ada = Given.someUser(stores());
        String integration = Sample.id("status");
        String name = integration + ".a";
        Tool ended = added(Sample.tool().name(name).version("3").deprecated(Sample.NOW, Optional.empty()));
        Tool active = added(Sample.tool().name(name).version("1"));
        Tool waiting = added(Sample.tool().name(name).version("2").status(ToolStatus.QUARANTINED));

        assertThat(seen(of(integration), ada)).containsExactly(active);
        assertThat(seen(standing(integration, ToolStatus.DEPRECATED, false), ada))
                .containsExactly(ended);
        assertThat(listed(standing(integration, ToolStatus.QUARANTINED, false), Optional.empty())
                        .page()
                        .items())
                .containsExactly(waiting);
    }

    @RepeatedTest(3)
    default void pages_together_show_everything_once_newest_first_with_one_total() {
        UserId ada = Given.someUser(stores());
        String integration = Sample.id("pages");
        List<Tool> all = new ArrayList<>(IntStream.range(0, 11)
                .mapToObj(
                        i -> Sample.tool().of(ada).name(integration + ".a" + i).build())
                .toList());
        List<Tool> newestFirst = all.reversed().stream().toList();
        Collections.shuffle(all, new Random(7));
        all.forEach(tool -> tools().add(tool, Optional.empty()));

        List<Tool> shown = new ArrayList<>();
        List<Integer> totals = new ArrayList<>();
        Optional<Cursor> cursor = Optional.empty();
        do {
            PageRequest request = new PageRequest(new Limit(4), cursor);
            ToolPage page = tools().list(of(integration), Optional.of(ada), List.of(), request);
            shown.addAll(page.page().items());
            totals.add(page.total().value());
            cursor = page.page().next();
        } while (cursor.isPresent());

        assertThat(shown).isEqualTo(newestFirst);
        assertThat(totals).containsExactly(11, 11, 11);
    }
}
