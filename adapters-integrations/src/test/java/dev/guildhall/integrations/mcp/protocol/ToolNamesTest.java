package dev.guildhall.integrations.mcp.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guildhall.ports.connection.IntegrationName;
import dev.guildhall.ports.tool.ToolName;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ToolNamesTest {
    private static final IntegrationName WIKI = new IntegrationName("wiki");

    private static Map<String, ToolName> names(String... atServer) {
        return ToolNames.of(WIKI, List.of(atServer));
    }

    private static String name(String atServer) {
        return String.valueOf(names(atServer).get(atServer));
    }

    @Test
    void name_that_fits_is_kept_behind_the_integration() {
        assertThat(name("get-page_2")).isEqualTo("wiki.get-page_2");
        assertThat(name("admin.pages.list")).isEqualTo("wiki.admin.pages.list");
    }

    @Test
    void what_a_name_may_not_have_is_replaced() {
        assertThat(name("getPage")).isEqualTo("wiki.getpage");
        assertThat(name("pages/get page")).isEqualTo("wiki.pages_get_page");
        assertThat(name("seite_löschen")).isEqualTo("wiki.seite_l_schen");
    }

    @Test
    void dots_with_nothing_between_them_are_no_parts() {
        assertThat(name(".hidden")).isEqualTo("wiki._hidden");
        assertThat(name("a..b")).isEqualTo("wiki.a__b");
        assertThat(name("end.")).isEqualTo("wiki.end_");
        assertThat(name(".")).isEqualTo("wiki._");
    }

    @Test
    void names_that_would_be_the_same_are_told_apart_in_any_order() {
        Map<String, ToolName> names = names("getPage", "GetPage", "get_page");

        assertThat(names.values()).doesNotHaveDuplicates().hasSize(3);
        assertThat(names).isEqualTo(names("get_page", "GetPage", "getPage"));
    }

    @Test
    void name_that_needs_no_change_is_kept_whatever_others_would_be() {
        Map<String, ToolName> names = names("GetPage", "getPage", "getpage");

        assertThat(names).containsEntry("getpage", new ToolName("wiki.getpage"));
        assertThat(names.values()).doesNotHaveDuplicates().hasSize(3);
    }

    @Test
    void names_that_are_too_long_are_cut_and_told_apart() {
        Map<String, ToolName> names = names("x".repeat(200) + "a", "x".repeat(200) + "b");

        assertThat(names.values())
                .doesNotHaveDuplicates()
                .hasSize(2)
                .allSatisfy(name -> assertThat(name.value()).hasSizeLessThanOrEqualTo(ToolName.MAX));
    }
}
