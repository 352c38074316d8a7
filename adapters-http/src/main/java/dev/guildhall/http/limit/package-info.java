/** Rate limits by token buckets (general-23). The only package that names the bucket library. */
package dev.guildhall.http.limit;
