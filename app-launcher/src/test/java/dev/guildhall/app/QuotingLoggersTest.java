package dev.guildhall.app;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

class QuotingLoggersTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "com.networknt.schema.keyword.PatternValidator",
                "org.apache.pdfbox.pdfparser.COSParser",
                "org.apache.fontbox.ttf.TTFParser"
            })
    void a_library_that_quotes_what_strangers_send_writes_no_log(String logger) {
        assertThat(LoggerFactory.getLogger(logger).isErrorEnabled()).isFalse();
    }
}
