/** The test-run service over HTTP (spec/3, contract 7). */
@org.jspecify.annotations.NullMarked
package dev.guildhall.http.run;
