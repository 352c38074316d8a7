package dev.guildhall.integrations.httptool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PathTemplateTest {
    @ParameterizedTest
    @CsvSource({
        "'',''",
        "/,/",
        "/a,/a",
        "/a/{x}/,/a/1/",
        "/a.{x}.b,/a.1.b",
        "/{x}{y},/12",
        "/a:b@c;d='e'!,/a:b@c;d='e'!",
        "/%20,/%20"
    })
    void what_is_no_placeholder_stays_as_it_is(String template, String path) throws ArgumentFault {
        assertThat(PathTemplate.of(template).expand(Map.of("x", "1", "y", "2"))).isEqualTo(path);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a",
                "/a//b",
                "/..",
                "/a/./b",
                "/%2E%2e/a",
                "/a?b",
                "/a#b",
                "/a b",
                "/{x",
                "/x}",
                "/{}",
                "/{{x}}",
                "/ä",
                "/%zz"
            })
    void a_template_that_is_no_path_is_refused(String template) {
        assertThat(PathTemplate.fault(template)).isPresent();
        assertThatThrownBy(() -> PathTemplate.of(template)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void two_values_cannot_make_dots_together() {
        PathTemplate template = PathTemplate.of("/a/{x}{y}/b");

        assertThatThrownBy(() -> template.expand(Map.of("x", ".", "y", ".")))
                .isInstanceOf(ArgumentFault.class)
                .hasMessage("y: must not be . or .., which would lead to another path");
    }

    @Test
    void a_value_that_is_empty_or_not_there_is_refused() {
        PathTemplate template = PathTemplate.of("/a/{x}");

        assertThatThrownBy(() -> template.expand(Map.of("x", ""))).isInstanceOf(ArgumentFault.class);
        assertThatThrownBy(() -> template.expand(Map.of())).isInstanceOf(ArgumentFault.class);
    }
}
